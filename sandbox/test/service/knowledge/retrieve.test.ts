import { describe, expect, test } from 'vitest';
import { hostileNames } from '../../../service/knowledge/names.ts';
import { openKnowledge } from './knowledge-caller.ts';

const query = { Query: 'How can I appeal a ban?' };

test('the best passages come first, each from an imported document', async () => {
  const caller = await openKnowledge();
  const { body } = await caller.retrieve(query);
  const nodes = body.Data?.Nodes ?? [];
  expect(nodes[0]?.Text).toContain('appealed once');
  expect(nodes.map(({ Score }) => Score)).toEqual(nodes.map(({ Score }) => Score).toSorted((a, b) => b - a));
  for (const { Score } of nodes) expect(Score > 0 && Score <= 1).toBe(true);
  const { doc_id } = Object(nodes[0]?.Metadata);
  const pages = await Promise.all(
    ['1', '2', '3', '4'].map((page) =>
      caller.documents({ IndexId: 'idx-rules', DocumentStatus: 'FINISH', PageNumber: page }),
    ),
  );
  expect(pages.flat().map(({ Id }) => Id)).toContain(doc_id);
});

test('the best passages stand in documents with names that nobody stumbles over', async () => {
  const { body } = await (await openKnowledge()).retrieve({
    Query: 'ban warnings moderators members channel',
  });
  const names = (body.Data?.Nodes ?? []).map(({ Metadata }) => Object(Metadata).doc_name);
  expect(names).toHaveLength(5);
  for (const name of names) expect(hostileNames).not.toContain(name);
});

test('a question in Chinese finds what is written in Chinese', async () => {
  const { body } = await (await openKnowledge()).retrieve({ Query: '封禁可以申诉吗' });
  expect(body.Data?.Nodes[0]?.Text).toContain('申诉');
});

test('nothing fits a question about something else', async () => {
  const { body } = await (await openKnowledge()).retrieve({ Query: 'quantum chromodynamics' });
  expect([body.Success, body.Data?.Nodes]).toEqual([true, []]);
});

test('a base without documents has no passages', async () => {
  const { body } = await (await openKnowledge()).retrieve({ ...query, IndexId: 'idx-empty' });
  expect(body.Data?.Nodes).toEqual([]);
});

test('their number and their least score can be chosen', async () => {
  const caller = await openKnowledge();
  const wide = { Query: 'moderators members channel ban voice server' };
  expect((await caller.retrieve(wide)).body.Data?.Nodes).toHaveLength(5);
  expect((await caller.retrieve({ ...wide, RerankTopN: '2' })).body.Data?.Nodes).toHaveLength(2);
  const good =
    (await caller.retrieve({ ...wide, RerankTopN: '20', RerankMinScore: '0.5' })).body.Data?.Nodes ?? [];
  const all = (await caller.retrieve({ ...wide, RerankTopN: '20' })).body.Data?.Nodes ?? [];
  expect(good).toEqual(all.filter(({ Score }) => Score >= 0.5));
  expect(good.length).toBeLessThan(all.length);
});

test('the metadata can be JSON text', async () => {
  const { body } = await (await openKnowledge({ quirks: { metadataAsText: true } })).retrieve(query);
  expect(JSON.parse(String(body.Data?.Nodes[0]?.Metadata))).toHaveProperty('doc_name');
});

describe('is refused', () => {
  test.each([
    ['Query', ''],
    ['IndexId', 'idx-nothing'],
    ['RerankTopN', '0'],
    ['RerankTopN', '21'],
    ['RerankMinScore', '0'],
    ['RerankMinScore', '1.5'],
  ])('a search with %s=%s', async (name, value) => {
    const { status, body } = await (await openKnowledge()).retrieve({ ...query, [name]: value });
    expect([status, body.Code]).toEqual([400, 'InvalidParameter']);
    expect(body.Message).toContain(name);
  });

  test('a second search within a second', async () => {
    const caller = await openKnowledge({ retrievesPerSecond: 1 });
    expect((await caller.retrieve(query)).status).toBe(200);
    const second = await caller.retrieve(query);
    expect([second.status, second.body.Code]).toEqual([429, 'Throttling.RateQuota']);
    caller.service.clock.now += 1_000;
    expect((await caller.retrieve(query)).status).toBe(200);
  });

  test('an account without the permission', async () => {
    const caller = await openKnowledge({ denied: ['sfm:Retrieve'] });
    expect((await caller.retrieve(query)).body.Code).toBe('NoPermission');
    expect((await caller.list()).status).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { exportDocuments, mostExported, tableOf } from '../../../src/knowledge/export.ts';
import type { DocumentPage, ListParameters } from '../../../src/service/knowledge/client.ts';
import { documentWith } from '../../support/knowledge-documents.ts';
import { handbook, KnowledgeWorld } from '../../support/knowledge-world.ts';

const all = { match: 'part' } as const;
const run = async (world: KnowledgeWorld, query: Parameters<typeof exportDocuments>[1] = all) =>
  await world.done(exportDocuments(handbook, query, { catalog: world.catalog }));
const linesOf = (csv: Uint8Array) => Buffer.from(csv).toString().trimEnd().split('\r\n');

describe('an export', () => {
  it('has every document once, the newest first, under the names of its columns', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(123);
    const { csv, count, cut } = await run(world);
    const [head, first, ...rest] = linesOf(csv);
    expect({ count, cut, lines: rest.length }).toEqual({ count: 123, cut: false, lines: 122 });
    expect(head).toMatch(
      /^\ufeffid,name,status,type,size_bytes,imported_at,code,message,category,chunk_mode/,
    );
    expect(first).toMatch(/^d0,Document 0\.md,FINISH,md,2048,2026-01-15T11:59:00\.000Z/);
    expect(world.library.lists).toHaveLength(13);
  });

  it('has nobody twice and misses nobody who stays, when documents arrive and go meanwhile', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(95);
    const list = world.library.list.bind(world.library);
    let calls = 0;
    world.library.list = async (parameters: ListParameters): Promise<DocumentPage> => {
      const page = await list(parameters);
      calls += 1;
      if (calls === 2) for (const id of ['d0', 'd1', 'd2']) world.library.remove(id);
      if (calls === 4) for (const id of ['n1', 'n2']) world.library.arrive(id);
      return page;
    };
    const ids = linesOf((await run(world)).csv)
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(new Set(ids).size).toBe(ids.length);
    for (let at = 3; at < 95; at += 1) expect(ids).toContain(`d${at}`);
  });

  it('stops at ten thousand and says so', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(mostExported + 5);
    expect(await run(world)).toMatchObject({ count: mostExported, cut: true });
  });

  const repeating = (answer: (call: number) => Partial<DocumentPage>): KnowledgeWorld => {
    const world = new KnowledgeWorld();
    world.library.fill(10);
    const list = world.library.list.bind(world.library);
    let calls = 0;
    world.library.list = async (parameters: ListParameters): Promise<DocumentPage> => {
      calls += 1;
      return { ...(await list({ ...parameters, page: 1 })), totalCount: undefined, ...answer(calls) };
    };
    return world;
  };

  it('over the same page forever ends soon, and says that it is incomplete', async () => {
    const world = repeating(() => ({}));
    expect(await run(world)).toMatchObject({ count: 10, cut: false, incomplete: true });
    expect(world.library.lists.length).toBeLessThan(10);
  });

  it('over a list that seems to shrink forever ends, too', async () => {
    const world = repeating((call) => ({ totalCount: call % 2 === 0 ? 10 : 90_000 }));
    expect(await run(world)).toMatchObject({ count: 10, incomplete: true });
    expect(world.library.lists.length).toBeLessThanOrEqual(2_000);
  });

  it('over pages that never end stops at ten thousand', async () => {
    const world = repeating((call) => ({
      documents: Array.from({ length: 10 }, (_, at) => documentWith({ id: `${call}-${at}` })),
    }));
    expect(await run(world)).toMatchObject({ count: mostExported, cut: true, incomplete: false });
  });

  it('is complete although the end of the list goes while it is read', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(400);
    const list = world.library.list.bind(world.library);
    let calls = 0;
    world.library.list = async (parameters: ListParameters): Promise<DocumentPage> => {
      calls += 1;
      if (calls === 20) for (let at = 250; at < 400; at += 1) world.library.remove(`d${at}`);
      return await list(parameters);
    };
    expect(await run(world)).toMatchObject({ count: 250, incomplete: false });
  });

  it('asks for the chosen part only', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(20);
    const { count } = await run(world, { match: 'exact', name: 'Document 7.md', status: 'FINISH' });
    expect(count).toBe(1);
    expect(world.library.lists[0]).toMatchObject({
      name: 'Document 7.md',
      nameLike: false,
      status: 'FINISH',
    });
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("https://example.org","x")'])(
    'lets no name be a formula: %j',
    async (name) => {
      const [, line] = (await tableOf([documentWith({ name })])).split(/\r\n(?=d1)/);
      expect(line).toMatch(/^d1,"?'/);
    },
  );

  it('keeps commas, quotes and line breaks of a name in their place', async () => {
    const table = await tableOf([documentWith({ name: 'a,"b"\nc.md' })]);
    expect(table).toContain('d1,"a,""b""\nc.md",FINISH');
  });
});

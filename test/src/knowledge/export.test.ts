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

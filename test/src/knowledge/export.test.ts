import { describe, expect, it } from 'vitest';
import { exportDocuments, mostExported, tableOf } from '../../../src/knowledge/export.ts';
import type { DocumentPage, ListParameters } from '../../../src/service/knowledge/client.ts';
import { documentWith } from '../../support/knowledge-documents.ts';
import { type FakeLibrary, handbook, KnowledgeWorld } from '../../support/knowledge-world.ts';

const all = { match: 'part' } as const;
const run = async (world: KnowledgeWorld, query: Parameters<typeof exportDocuments>[1] = all) =>
  await world.done(exportDocuments(handbook, query, { catalog: world.catalog }));
const linesOf = (csv: Uint8Array) => Buffer.from(csv).toString().trimEnd().split('\r\n');

type Ask = (changes?: ListParameters) => Promise<DocumentPage>;

/** What each call is told is up to `answer`, which knows how many there were and can ask the library. */
function answering(
  documents: number,
  answer: (call: number, library: FakeLibrary, ask: Ask) => Promise<DocumentPage>,
): KnowledgeWorld {
  const world = new KnowledgeWorld({ documents });
  const { library } = world;
  const list = library.list.bind(library);
  let calls = 0;
  library.list = async (parameters) => {
    calls += 1;
    return await answer(calls, library, async (changes) => await list({ ...parameters, ...changes }));
  };
  return world;
}

describe('an export', () => {
  it('has every document once, the newest first, under the names of its columns', async () => {
    const world = new KnowledgeWorld({ documents: 123 });
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
    const world = answering(95, async (call, library, ask) => {
      const page = await ask();
      if (call === 2) for (const id of ['d0', 'd1', 'd2']) library.remove(id);
      if (call === 4) for (const id of ['n1', 'n2']) library.arrive(id);
      return page;
    });
    const ids = linesOf((await run(world)).csv)
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(new Set(ids).size).toBe(ids.length);
    for (let at = 3; at < 95; at += 1) expect(ids).toContain(`d${at}`);
  });

  it('stops at ten thousand and says so', async () => {
    const world = new KnowledgeWorld({ documents: mostExported + 5 });
    expect(await run(world)).toMatchObject({ count: mostExported, cut: true });
  });

  const repeating = (answer: (call: number) => Partial<DocumentPage>): KnowledgeWorld =>
    answering(10, async (call, _, ask) => {
      return { ...(await ask({ page: 1 })), totalCount: undefined, ...answer(call) };
    });

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
    const world = answering(400, async (call, library, ask) => {
      if (call === 20) for (let at = 250; at < 400; at += 1) library.remove(`d${at}`);
      return await ask();
    });
    expect(await run(world)).toMatchObject({ count: 250, incomplete: false });
  });

  it('asks for the chosen part only', async () => {
    const world = new KnowledgeWorld({ documents: 20 });
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

import { describe, expect, it } from 'vitest';
import { withGrants } from '../../../src/knowledge/access.ts';
import type { DocumentQuery } from '../../../src/knowledge/query.ts';
import type { SearchPage } from '../../../src/knowledge/searches.ts';
import { keptForMs } from '../../../src/knowledge/shown-pages.ts';
import { guildId, handbook, KnowledgeWorld, otherGuildId, reader } from '../../support/knowledge-world.ts';
import { refusalCode } from '../../support/rejection.ts';

const all: DocumentQuery = { baseId: 'handbook', match: 'part', order: 'newest' };

const start = async (world: KnowledgeWorld, query: Partial<DocumentQuery> = {}) =>
  await world.done(world.desk.searches.start(reader, handbook, { ...all, ...query }));
/** A search that somebody began in a base of so many documents. */
async function started(documents: number, query?: Partial<DocumentQuery>) {
  const world = new KnowledgeWorld({ documents });
  return { world, first: await start(world, query) };
}
const turn = async (world: KnowledgeWorld, { id }: SearchPage, page: number, who = reader) =>
  await world.done(world.desk.turn(who, id, page));
const idsOf = ({ documents }: SearchPage) => documents.map(({ id }) => id);

describe('a search', () => {
  it('costs one call, and so does each further page', async () => {
    const world = new KnowledgeWorld({ documents: 1_000 });
    let page = await start(world);
    expect(world.library.lists).toEqual([{ indexId: 'idx-handbook', page: 1, pageSize: 10 }]);
    for (let number = 1; page.next === 'more'; number += 1) {
      page = await turn(world, page, number);
      expect(world.library.lists).toHaveLength(number + 1);
    }
    expect(page.before + page.documents.length).toBe(1_000);
  });

  it('asks for the name as typed, fuzzy or exact, and for the status', async () => {
    const world = new KnowledgeWorld({ documents: 3 });
    await start(world, { name: 'Ocument 1', status: 'FINISH' });
    await start(world, { name: 'Document 1.md', match: 'exact' });
    expect(world.library.lists).toMatchObject([
      { name: 'Ocument 1', nameLike: true, status: 'FINISH' },
      { name: 'Document 1.md', nameLike: false },
    ]);
  });

  it('goes on after a restart where it was, and back to what stood there', async () => {
    const { world, first } = await started(40);
    const second = await turn(world, first, 1);
    await world.restart();
    world.library.arrive('new');
    const third = await turn(world, first, 2);
    expect(idsOf(third)[0]).toBe(`d${first.documents.length + second.documents.length}`);
    const back = await turn(world, first, 1);
    expect(idsOf(back)[0]).toBe('d10');
    expect(idsOf(await turn(world, first, 2))[0]).toBe(`d${10 + back.documents.length}`);
  });

  it('shows at its end what arrived meanwhile, and then that there is no more', async () => {
    const { world, first } = await started(4);
    expect(first.next).toBe('new');
    world.library.arrive('new');
    const second = await turn(world, first, 1);
    expect(idsOf(second)).toEqual(['new']);
    const third = await turn(world, first, 2);
    expect(third).toMatchObject({ documents: [], next: undefined });
  });

  it('the oldest first ends with the newest', async () => {
    const { world, first } = await started(12, { order: 'oldest' });
    expect(idsOf(first)[0]).toBe('d11');
    const second = await turn(world, first, 1);
    expect(second.next).toBeUndefined();
    expect(idsOf(second).at(-1)).toBe('d0');
  });

  it('whose button is pressed twice at the same moment keeps its place', async () => {
    const { world, first } = await started(40);
    const [one, other] = await Promise.all([turn(world, first, 1), turn(world, first, 1)]);
    expect(idsOf(one)).toEqual(idsOf(other));
  });

  it('is out of use for another server, after two weeks, and for a page that nobody saw', async () => {
    const { world, first } = await started(40);
    const stranger = { ...reader, guildId: otherGuildId };
    expect(await refusalCode(turn(world, first, 1, stranger))).toBe('control-expired');
    expect(await refusalCode(turn(world, first, 7))).toBe('control-expired');
    await world.clock.advance(keptForMs);
    expect(await refusalCode(turn(world, first, 1))).toBe('control-expired');
    await world.restart();
    await world.clock.advance(1);
    expect(world.pages.records.size).toBe(0);
  });

  it('ends with the permission to use the base', async () => {
    const { world, first } = await started(40);
    await world.desk.decisions.change({ guildId, userId: '100' }, (page) =>
      withGrants(page, 'handbook', () => []),
    );
    expect(await refusalCode(turn(world, first, 1))).toBe('knowledge-not-allowed');
  });
});

describe('too many people at once', () => {
  it('are told to come back instead of waiting forever', async () => {
    const world = new KnowledgeWorld();
    const outcomes = Promise.allSettled(
      Array.from({ length: 200 }, () => world.desk.searches.start(reader, handbook, all)),
    );
    const settled = await world.done(outcomes);
    const refused = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ facts: { code: 'knowledge-busy' } });
    expect(world.library.lists.length).toBe(200 - refused.length);
  });
});

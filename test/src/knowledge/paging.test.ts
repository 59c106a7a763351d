import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Listed, type Order, type Place, readPage } from '../../../src/knowledge/paging.ts';
import type { Window } from '../../../src/knowledge/window.ts';
import type { KnowledgeDocument } from '../../../src/service/knowledge/client.ts';
import { documentWith } from '../../support/knowledge-documents.ts';

type Change = 'arrive' | 'leave' | 'again';

/** A list of the service that changes between any two looks at it. */
class LivingList {
  #documents: KnowledgeDocument[];
  #arrived: number;
  #changes: readonly { readonly kind: Change; readonly at: number }[][];
  /** What was there when somebody looked last. */
  atLastLook: readonly string[] = [];
  calls = 0;

  constructor(count: number, changes: readonly { readonly kind: Change; readonly at: number }[][] = []) {
    this.#documents = Array.from({ length: count }, (_, index) =>
      documentWith({ id: `d${count - index}`, importedAt: (count - index) * 10 }),
    );
    this.#arrived = count;
    this.#changes = changes;
  }

  get ids(): readonly string[] {
    return this.#documents.map(({ id }) => id);
  }

  readonly list = async ({ page, size }: Window): Promise<Listed> => {
    const slice = this.#documents.slice((page - 1) * size, page * size);
    const answer = { documents: slice, totalCount: this.#documents.length };
    this.atLastLook = this.ids;
    for (const change of this.#changes[this.calls] ?? []) this.#apply(change);
    this.calls += 1;
    return answer;
  };

  #apply({ kind, at }: { readonly kind: Change; readonly at: number }): void {
    if (kind === 'arrive') this.#head(`d${this.#arrived + 1}`);
    const picked = this.#documents[at % Math.max(1, this.#documents.length)];
    if (!picked || kind === 'arrive') return;
    this.#documents = this.#documents.filter(({ id }) => id !== picked.id);
    if (kind === 'again') this.#head(picked.id);
  }

  #head(id: string): void {
    this.#arrived += 1;
    this.#documents = [documentWith({ id, importedAt: this.#arrived * 10 }), ...this.#documents];
  }
}

/** Everything that somebody sees, in the order of its times, who presses "next", and at the end "new since then", until there is nothing. */
async function readThrough(living: LivingList, order: Order): Promise<readonly string[]> {
  const shown: string[] = [];
  const seen = ({ id }: KnowledgeDocument) => shown.includes(id);
  let headAt = 0;
  let last: number | undefined;
  let place: Place = { read: 0 };
  for (let pages = 0; pages < 2_000; pages += 1) {
    const page = await readPage(order, living.list, place, seen);
    if (isSweep(place)) last = undefined;
    for (const { importedAt = 0 } of page.documents) {
      if (last !== undefined)
        expect(order === 'newest' ? last - importedAt : importedAt - last).toBeGreaterThan(0);
      last = importedAt;
    }
    shown.push(...page.documents.map(({ id }) => id));
    headAt = Math.max(headAt, ...page.documents.map(({ importedAt }) => importedAt ?? 0));
    if (page.next) place = page.next;
    else if (order === 'oldest' || (isSweep(place) && page.documents.length === 0)) return shown;
    else place = { read: 0, until: headAt };
  }
  throw new Error('the reading does not end');
}

/** The first page of what is new since. */
function isSweep({ read, until }: Place): boolean {
  return read === 0 && until !== undefined;
}

const changes = fc.array(
  fc.array(
    fc.record({ kind: fc.constantFrom<Change>('arrive', 'arrive', 'leave', 'again'), at: fc.nat(400) }),
    { maxLength: 14 },
  ),
  { maxLength: 60 },
);

const arrivals = (count: number) => Array.from({ length: count }, () => ({ kind: 'arrive', at: 0 }) as const);

/** What went wrong once, and a flood. */
const examples: [number, { readonly kind: Change; readonly at: number }[][]][] = [
  [40, [arrivals(30), arrivals(30), arrivals(30), arrivals(30), arrivals(30)]],
  [17, [arrivals(4), arrivals(4), [], arrivals(4), [{ kind: 'leave', at: 0 }]]],
  [12, [arrivals(7), arrivals(4), [], [{ kind: 'leave', at: 0 }], arrivals(1)]],
  [19, [[0, 1, 21, 22].map((at) => ({ kind: 'again', at })), arrivals(2), arrivals(4)]],
];

describe('pages of a list that nothing happens to', () => {
  it.each(['newest', 'oldest'] as const)('hold each document once, the %s first', async (order) => {
    const living = new LivingList(203);
    const shown = await readThrough(living, order);
    expect(shown).toEqual(order === 'newest' ? living.ids : living.ids.toReversed());
  });

  it('cost one call each', async () => {
    const living = new LivingList(203);
    let place: Place | undefined = { read: 0 };
    const seen = new Set<string>();
    for (let pages = 1; place; pages += 1) {
      const page = await readPage('newest', living.list, place, ({ id }) => seen.has(id));
      expect(living.calls).toBe(pages);
      expect(page.documents.length).toBeGreaterThan(0);
      for (const { id } of page.documents) seen.add(id);
      place = page.next;
    }
    expect(seen.size).toBe(203);
  });

  it.each([2_519, 2_520, 2_521, 2_530])(
    'reach over the seam of all page sizes, of %d documents',
    async (count) => {
      for (const order of ['newest', 'oldest'] as const) {
        const living = new LivingList(count);
        expect((await readThrough(living, order)).length).toBe(count);
      }
    },
  );

  it.each([0, 1, 9, 10, 11])('are complete for %d documents', async (count) => {
    for (const order of ['newest', 'oldest'] as const) {
      expect((await readThrough(new LivingList(count), order)).length).toBe(count);
    }
  });
});

it('of a list of which hundreds of documents went are found again with few calls', async () => {
  const departures = Array.from({ length: 200 }, () => ({ kind: 'leave', at: 0 }) as const);
  const living = new LivingList(600, [[], [], [], [], departures]);
  const seen = new Set<string>();
  let place: Place | undefined = { read: 0 };
  for (let pages = 0; pages < 20 && place; pages += 1) {
    const page = await readPage('oldest', living.list, place, ({ id }) => seen.has(id));
    for (const { id } of page.documents) seen.add(id);
    expect(page.documents.length).toBeGreaterThan(0);
    place = page.next;
  }
  expect(living.calls).toBeLessThan(25);
});

describe('pages of a list in which documents arrive, leave and are imported again', () => {
  it.each(['newest', 'oldest'] as const)(
    'show no document twice and miss none that stays, the %s first',
    async (order) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(120), changes, async (count, happening) => {
          const living = new LivingList(count, happening);
          const shown = await readThrough(living, order);
          expect(new Set(shown).size).toBe(shown.length);
          for (const id of living.atLastLook) expect(shown).toContain(id);
        }),
        { numRuns: 400, examples },
      );
    },
  );
});

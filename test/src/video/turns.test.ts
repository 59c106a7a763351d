import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turns, type Waiting } from '../../../src/video/turns.ts';

interface Served {
  /** Places by person. */
  readonly held: ReadonlyMap<string, number>;
  /** When each person was last served, as a growing number. */
  readonly lastServed: ReadonlyMap<string, number>;
}

const none = { held: new Map<string, number>(), lastServed: new Map<string, number>() };
const job = (id: string, acceptedAt: number): Waiting => ({ id, userId: id.slice(0, 1), acceptedAt });
const turnsOf = (jobs: readonly Waiting[], { held, lastServed }: Served): Turns => {
  const turns = new Turns(0);
  for (const [userId, count] of held)
    for (let place = 0; place < count; place += 1)
      turns.set({ id: `placed ${userId} ${place}`, userId, acceptedAt: 0 }, 'placed');
  for (const [userId, at] of lastServed) turns.noteCalled(userId, at);
  for (const each of jobs) turns.set(each, 'ready');
  return turns;
};
const lineOf = (jobs: readonly Waiting[], facts: Served): Waiting[] => {
  const byId = new Map(jobs.map((each) => [each.id, each]));
  return turnsOf(jobs, facts)
    .head(jobs.length)
    .flatMap((id) => byId.get(id) ?? []);
};
const ids = (jobs: readonly Waiting[]) => jobs.map(({ id }) => id).join(' ');

const letters = ['a', 'b', 'c', 'd'] as const;
const byPerson = fc.dictionary(fc.constantFrom(...letters), fc.nat(6));

/** Whoever waits, with something at the service or not, served before or not. */
const crowds = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom(...letters), fc.nat(20)), { maxLength: 40 }), byPerson, byPerson)
  .map(([arrivals, held, lastServed]) => ({
    jobs: arrivals.map(([user, at], index) => job(`${user}${index}`, at)),
    facts: { held: new Map(Object.entries(held)), lastServed: new Map(Object.entries(lastServed)) },
  }));

/** The rule as it is written down, without any of the shortcuts. */
function sorted(jobs: readonly Waiting[], { held, lastServed }: Served): Waiting[] {
  const earlier = (a: Waiting, b: Waiting) => a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1);
  const rank = (each: Waiting) =>
    (held.get(each.userId) ?? 0) +
    jobs.filter((other) => other.userId === each.userId && other.id !== each.id && earlier(other, each) < 0)
      .length;
  const servedAt = ({ userId }: Waiting) => lastServed.get(userId) ?? 0;
  return jobs.toSorted((a, b) => rank(a) - rank(b) || servedAt(a) - servedAt(b) || earlier(a, b));
}

describe('the line', () => {
  it("serves one person's jobs in the order they came", () => {
    expect(ids(lineOf([job('a3', 3), job('a1', 1), job('a2', 2)], none))).toBe('a1 a2 a3');
  });

  it('takes persons in turn: a flood of one does not hold up another', () => {
    const flood = Array.from({ length: 5 }, (_, index) => job(`a${index}`, index));
    expect(ids(lineOf([...flood, job('b0', 10), job('b1', 11), job('c0', 12)], none))).toBe(
      'a0 b0 c0 a1 b1 a2 a3 a4',
    );
  });

  it('counts what a person has at the service already', () => {
    const held = new Map([['a', 3]]);
    expect(
      ids(lineOf([job('a0', 0), job('b0', 1), job('b1', 2), job('b2', 3), job('b3', 4)], { ...none, held })),
    ).toBe('b0 b1 b2 a0 b3');
  });

  it('prefers who was served longer ago', () => {
    const lastServed = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(ids(lineOf([job('a0', 0), job('b0', 1), job('c0', 2)], { ...none, lastServed }))).toBe('c0 b0 a0');
  });

  it('starves nobody: each one who waits is served before anybody is served twice more than they were', () => {
    const arrivals = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(1_000)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(arrivals, (entries) => {
        const jobs = entries.map(([user, at], index) => ({
          id: `${user}${index}`,
          userId: user,
          acceptedAt: at,
        }));
        const served = new Map<string, number>();
        for (const { userId } of lineOf(jobs, none)) {
          const mine = served.get(userId) ?? 0;
          for (const other of new Set(jobs.map((each) => each.userId))) {
            const total = jobs.filter((each) => each.userId === other).length;
            const theirs = served.get(other) ?? 0;
            if (theirs < total) expect(mine).toBeLessThanOrEqual(theirs + 1);
          }
          served.set(userId, mine + 1);
        }
        expect(served.size).toBe(new Set(jobs.map((each) => each.userId)).size);
      }),
    );
  });

  it('counts for each job exactly those ahead of it', () => {
    fc.assert(
      fc.property(crowds, ({ jobs, facts }) => {
        const turns = turnsOf(jobs, facts);
        const order = turns.head(jobs.length);
        expect(order.map((id) => turns.ahead(id))).toEqual(jobs.map((_, index) => index));
      }),
    );
  });

  it('is what sorting all of it by rank, then by who was served, then by arrival would give', () => {
    fc.assert(
      fc.property(crowds, ({ jobs, facts }) => {
        expect(ids(lineOf(jobs, facts))).toBe(ids(sorted(jobs, facts)));
      }),
    );
  });

  it('forgets who left, takes what changed, and has nobody before who is not in it', () => {
    const turns = turnsOf([job('a0', 0), job('a1', 1), job('b0', 2)], none);
    for (const id of ['a0', 'nobody']) turns.delete({ id });
    turns.set(job('b0', 0), 'ready');
    expect(turns.head(3)).toEqual(['b0', 'a1']);
    expect([turns.ahead('a1'), turns.ahead('a0')]).toEqual([1, 0]);
    for (const id of ['a1', 'b0']) turns.delete({ id });
    expect(turns.head(3)).toEqual([]);
  });
});

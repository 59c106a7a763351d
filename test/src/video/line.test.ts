import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineOf, type Waiting } from '../../../src/video/line.ts';

const none = { held: new Map<string, number>(), lastServed: new Map<string, number>() };
const job = (id: string, acceptedAt: number): Waiting => ({ id, userId: id.slice(0, 1), acceptedAt });
const ids = (jobs: readonly Waiting[]) => jobs.map(({ id }) => id).join(' ');

describe('the line', () => {
  it('serves one person’s jobs in the order they came', () => {
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

  it('starves nobody: whoever waits is served before anybody is served twice more than they were', () => {
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
});

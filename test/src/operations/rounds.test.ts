import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { DueQueue, Rounds } from '../../../src/operations/rounds.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';

/** Rounds of one at a time, until the test is over. */
function roundsOf(parts: Omit<ConstructorParameters<typeof Rounds>[0], 'name' | 'log' | 'atOnce'>): Rounds {
  const rounds = new Rounds({ name: 'a test', log: silentLog, atOnce: 1, ...parts });
  onTestFinished(async () => await rounds.close());
  return rounds;
}

test.each(['returned', 'thrown'] as const)(
  'what is asked for while it is worked on comes next, not when its own round wanted (%s)',
  async (end) => {
    const clock = new FakeClock();
    const begun: number[] = [];
    const rounds = roundsOf({
      clock,
      work: async (_, signal) => {
        begun.push(clock.now());
        await clock.sleep(1_000, signal);
        if (end === 'thrown') throw new Error('no');
        return clock.now() + 3_600_000;
      },
    });
    const start = clock.now();
    rounds.schedule('one', start);
    rounds.start();
    await clock.advance(500);
    rounds.schedule('one', clock.now());
    await clock.advance(600);
    expect(begun).toEqual([start, start + 1_000]);
  },
);

test('a round that failed is tried again after its pause, as often as it fails, and the others go on', async () => {
  const clock = new FakeClock();
  const begun: string[] = [];
  const rounds = roundsOf({
    clock,
    retryMs: 10_000,
    work: async (id) => {
      begun.push(id);
      if (id === 'bad' && begun.filter((each) => each === 'bad').length < 4) throw new Error('no');
      return undefined;
    },
  });
  rounds.schedule('bad', clock.now());
  rounds.schedule('good', clock.now() + 1);
  rounds.start();
  await clock.advance(9_999);
  expect(begun).toEqual(['bad', 'good']);
  await clock.advance(20_001);
  expect(begun).toEqual(['bad', 'good', 'bad', 'bad', 'bad']);
  expect(rounds.isScheduled('bad')).toBe(false);
});

describe('a due queue', () => {
  it('hands out whatever was put in by the time it is due', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.nat(1000))), (entries) => {
        const queue = new DueQueue();
        const expected = new Map<string, number>();
        for (const [id, dueAt] of entries) {
          queue.set(String(id), dueAt);
          expected.set(String(id), dueAt);
        }
        const times: number[] = [];
        for (let id = queue.take(1000); id !== undefined; id = queue.take(1000)) {
          times.push(expected.get(id) ?? -1);
          expected.delete(id);
        }
        expect(expected.size).toBe(0);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
    );
  });

  it('hands out those of the same time in the order they were put in', () => {
    const queue = new DueQueue();
    const ids = Array.from({ length: 20 }, (_, index) => String(index));
    for (const id of ids) queue.set(id, 7);
    expect(ids.map(() => queue.take(7))).toEqual(ids);
  });

  it('keeps what is not due yet', () => {
    const queue = new DueQueue();
    queue.set('a', 10);
    expect(queue.take(9)).toBeUndefined();
    expect(queue.nextDueAt()).toBe(10);
    expect(queue.take(10)).toBe('a');
    expect(queue.nextDueAt()).toBeUndefined();
  });

  it('forgets an earlier time when a new one is set, and an id that was deleted', () => {
    const queue = new DueQueue();
    queue.set('a', 1);
    queue.set('a', 5);
    queue.set('b', 2);
    queue.delete('b');
    expect(queue.size).toBe(1);
    expect(queue.take(4)).toBeUndefined();
    expect(queue.take(5)).toBe('a');
    expect(queue.size).toBe(0);
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { Rounds } from '../../../src/operations/rounds.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';

test.each(['returned', 'thrown'] as const)(
  'what is asked for while it is worked on comes next, not when its own round wanted (%s)',
  async (end) => {
    const clock = new FakeClock();
    const begun: number[] = [];
    const rounds = new Rounds({
      name: 'a test',
      clock,
      log: silentLog,
      atOnce: 1,
      work: async (_, signal) => {
        begun.push(clock.now());
        await clock.sleep(1_000, signal);
        if (end === 'thrown') throw new Error('no');
        return clock.now() + 3_600_000;
      },
    });
    onTestFinished(async () => await rounds.close());
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
  const rounds = new Rounds({
    name: 'a test',
    clock,
    log: silentLog,
    atOnce: 1,
    retryMs: 10_000,
    work: async (id) => {
      begun.push(id);
      if (id === 'bad' && begun.filter((each) => each === 'bad').length < 4) throw new Error('no');
      return undefined;
    },
  });
  onTestFinished(async () => await rounds.close());
  rounds.schedule('bad', clock.now());
  rounds.schedule('good', clock.now() + 1);
  rounds.start();
  await clock.advance(9_999);
  expect(begun).toEqual(['bad', 'good']);
  await clock.advance(20_001);
  expect(begun).toEqual(['bad', 'good', 'bad', 'bad', 'bad']);
  expect(rounds.isScheduled('bad')).toBe(false);
});

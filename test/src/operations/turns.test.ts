import { describe, expect, it, test } from 'vitest';
import { Gathered, RateGate } from '../../../src/operations/turns.ts';
import { FakeClock } from '../../support/fake-clock.ts';

describe('a rate gate', () => {
  it('lets nobody through faster than its rate, in the order they came', async () => {
    const clock = new FakeClock(0);
    const gate = new RateGate(clock, 10);
    const passed: [number, number][] = [];
    for (let caller = 0; caller < 25; caller += 1) {
      void gate.pass().then(() => passed.push([caller, clock.now()]));
    }
    await clock.advance(950);
    expect(passed).toHaveLength(10);
    await clock.advance(2_000);
    expect(passed.map(([caller]) => caller)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(passed.map(([, at]) => at)).toEqual(Array.from({ length: 25 }, (_, index) => index * 100));
  });

  it('saves nothing up while nobody comes', async () => {
    const clock = new FakeClock(0);
    const gate = new RateGate(clock, 1);
    await gate.pass();
    await clock.advance(60_000);
    const times: number[] = [];
    void gate.pass().then(() => times.push(clock.now()));
    void gate.pass().then(() => times.push(clock.now()));
    await clock.advance(500);
    expect(times).toEqual([60_000]);
  });

  it('lets a caller go who no longer wants to wait', async () => {
    const clock = new FakeClock(0);
    const gate = new RateGate(clock, 1);
    await gate.pass();
    const stop = new AbortController();
    const waiting = gate.pass(stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

/** A round waits until it is let go, and remembers what it was asked. */
function held(most = 3) {
  const rounds: { readonly asks: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const gathered = new Gathered<number, string>(async (asks) => {
    await new Promise<void>((resolve, reject) => {
      rounds.push({ asks, end: (error) => (error ? reject(error) : resolve()) });
    });
    return asks.map((ask) => `answer ${ask}`);
  }, most);
  return { gathered, rounds };
}

test('what comes in while a round runs is done together in the next, so many at once', async () => {
  const { gathered, rounds } = held();
  const answers = [0, 1, 2, 3, 4].map((ask) => gathered.ask(ask));
  expect(rounds.map(({ asks }) => asks)).toEqual([[0]]);
  rounds[0]?.end();
  await answers[0];
  rounds[1]?.end();
  await answers[3];
  rounds[2]?.end();
  expect(await Promise.all(answers)).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 3', 'answer 4']);
  expect(rounds.map(({ asks }) => asks)).toEqual([[0], [1, 2, 3], [4]]);
});

test('a round that fails fails for those in it, and the next goes on', async () => {
  const { gathered, rounds } = held();
  const [first, second] = [gathered.ask(1), gathered.ask(2)];
  rounds[0]?.end(new Error('no'));
  await expect(first).rejects.toThrow('no');
  rounds[1]?.end();
  expect(await second).toBe('answer 2');
});

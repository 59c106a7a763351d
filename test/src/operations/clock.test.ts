import { describe, expect, test } from 'vitest';
import {
  type Clock,
  Countdown,
  steadyTime,
  Ticker,
  timedOut,
  withTimeout,
} from '../../../src/operations/clock.ts';
import { TokenBucket } from '../../../src/operations/rate-limits.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const it = test.extend('clock', () => new FakeClock()).extend('machine', () => new Machine(0));

const hourMs = 3_600_000;

/** A machine whose clock can be set. */
class Machine extends FakeClock {
  offMs = 0;
  readonly #time = steadyTime(
    () => super.now() + this.offMs,
    () => super.now(),
  );

  override now(): number {
    return this.#time();
  }
}

describe('the time that is counted with', () => {
  it("is the machine's, also when its clock is set forward", async ({ machine }) => {
    await machine.advance(1_500);
    expect(machine.now()).toBe(1_500);
    machine.offMs = hourMs;
    expect(machine.now()).toBe(hourMs + 1_500);
  });

  it('does not go back with a clock that is set back, and goes half as fast until that has caught up', async () => {
    const machine = new Machine(0);
    await machine.advance(10_000);
    expect(machine.now()).toBe(10_000);
    machine.offMs = -4_000;
    expect(machine.now()).toBe(10_000);
    await machine.advance(2_000);
    expect(machine.now()).toBe(11_000);
    await machine.advance(6_000);
    expect(machine.now()).toBe(14_000);
    await machine.advance(1_000);
    expect(machine.now()).toBe(15_000);
  });

  it('has whole milliseconds', async ({ machine }) => {
    machine.now();
    machine.offMs = -1_000;
    await machine.advance(5);
    expect(machine.now()).toBe(2);
  });

  it('lets nobody wait for the hour by which a clock was set back', async () => {
    const machine = new Machine();
    const gate = new TokenBucket({ perSecond: 10 }, machine);
    await gate.take();
    machine.offMs = -hourMs;
    let passed = 0;
    for (let caller = 0; caller < 10; caller += 1) void gate.take().then(() => (passed += 1));
    await machine.advance(2_500);
    expect(passed).toBe(10);
  });
});

describe('work with a time-out', () => {
  it('resolves to its result, and leaves no timer behind', async ({ clock }) => {
    await expect(withTimeout(Promise.resolve('done'), 1_000, clock)).resolves.toBe('done');
    expect(clock.sleeping).toBe(0);
  });

  it('is late after its time, and not before', async ({ clock }) => {
    let outcome: unknown;
    void withTimeout(new Promise(() => undefined), 1_000, clock).then((what) => {
      outcome = what;
    });
    await clock.advance(999);
    expect(outcome).toBeUndefined();
    await clock.advance(1);
    expect(outcome).toBe(timedOut);
  });

  it('fails as the work does', async ({ clock }) => {
    await expect(withTimeout(Promise.reject(new Error('no')), 1_000, clock)).rejects.toThrow('no');
    expect(clock.sleeping).toBe(0);
  });

  it('ends with the signal, also when there is no time-out', async ({ clock }) => {
    for (const limitMs of [1_000, Number.POSITIVE_INFINITY]) {
      const stop = new AbortController();
      const waiting = withTimeout(new Promise(() => undefined), limitMs, clock, stop.signal);
      stop.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
    }
    await expect(
      withTimeout(Promise.resolve(1), 1_000, clock, AbortSignal.abort(new Error('over'))),
    ).rejects.toThrow('over');
    expect(clock.sleeping).toBe(0);
  });
});

describe('a countdown', () => {
  it('acts once, after its time, and can be started again', async ({ clock }) => {
    let acted = 0;
    const countdown = new Countdown(clock, () => (acted += 1));
    countdown.start(1_000);
    await clock.advance(999);
    expect(acted).toBe(0);
    expect(countdown.running).toBe(true);
    await clock.advance(10_000);
    expect(acted).toBe(1);
    expect(countdown.running).toBe(false);
    countdown.start(1_000);
    await clock.advance(1_000);
    expect(acted).toBe(2);
  });

  it('that is started again or called off forgets the earlier time', async ({ clock }) => {
    let acted = 0;
    const countdown = new Countdown(clock, () => (acted += 1));
    countdown.start(1_000);
    countdown.start(5_000);
    await clock.advance(4_999);
    expect(acted).toBe(0);
    countdown.cancel();
    await clock.advance(60_000);
    expect(acted).toBe(0);
  });
});

/** What happens first: a packet that waits in a socket, or the next step, on a clock that wakes its sleepers so late. */
async function orderWhen(lateMs: number): Promise<readonly string[]> {
  let nowMs = 0;
  const clock: Clock = {
    now: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs + lateMs;
    },
  };
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const happens = (what: string) => {
    if (order.push(what) === 2) resolve();
  };
  const ticker = new Ticker(clock, new AbortController().signal, () => {
    happens('step');
    return false;
  });
  setImmediate(() => happens('packet'));
  ticker.wake();
  await promise;
  return order;
}

it('after the process stood still, what people said meanwhile is heard before it counts as silence', async () => {
  expect(await orderWhen(1_000)).toEqual(['packet', 'step']);
});

it('a step that is in time waits for nothing', async () => {
  expect(await orderWhen(0)).toEqual(['step', 'packet']);
});

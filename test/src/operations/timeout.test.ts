import { describe, expect, it } from 'vitest';
import { timedOut, withTimeout } from '../../../src/operations/timeout.ts';
import { FakeClock } from '../../support/fake-clock.ts';

describe('work with a time-out', () => {
  it('resolves to its result, and leaves no timer behind', async () => {
    const clock = new FakeClock();
    await expect(withTimeout(Promise.resolve('done'), 1_000, clock)).resolves.toBe('done');
    expect(clock.sleeping).toBe(0);
  });

  it('is late after its time, and not before', async () => {
    const clock = new FakeClock();
    let outcome: unknown;
    void withTimeout(new Promise(() => undefined), 1_000, clock).then((what) => {
      outcome = what;
    });
    await clock.advance(999);
    expect(outcome).toBeUndefined();
    await clock.advance(1);
    expect(outcome).toBe(timedOut);
  });

  it('fails as the work does', async () => {
    const clock = new FakeClock();
    await expect(withTimeout(Promise.reject(new Error('no')), 1_000, clock)).rejects.toThrow('no');
    expect(clock.sleeping).toBe(0);
  });

  it('ends with the signal, also when there is no time-out', async () => {
    const clock = new FakeClock();
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

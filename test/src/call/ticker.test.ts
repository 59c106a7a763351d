import { expect, it } from 'vitest';
import { Ticker } from '../../../src/call/ticker.ts';
import type { Clock } from '../../../src/operations/clock.ts';

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

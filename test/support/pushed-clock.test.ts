import { expect, test } from 'vitest';
import { PushedClock } from './pushed-clock.ts';

const hourMs = 3_600_000;

test('what sleeps through a push wakes, in the order of its times, and the others sleep on', async () => {
  const clock = new PushedClock();
  const woken: string[] = [];
  const stop = new AbortController();
  const sleeps = [
    clock.sleep(2 * hourMs).then(() => woken.push('second')),
    clock.sleep(hourMs).then(() => woken.push('first')),
    clock.sleep(9 * hourMs, stop.signal).catch(() => woken.push('aborted')),
  ];
  clock.push(hourMs);
  await sleeps[1];
  expect(woken).toEqual(['first']);
  clock.push(3 * hourMs);
  await sleeps[0];
  stop.abort();
  await sleeps[2];
  expect(woken).toEqual(['first', 'second', 'aborted']);
  expect(clock.aheadMs).toBe(4 * hourMs);
});

test('time goes on by itself, too', async () => {
  const clock = new PushedClock(hourMs);
  const before = clock.now();
  await clock.sleep(5);
  expect(clock.now()).toBeGreaterThan(before);
  await expect(clock.sleep(1, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

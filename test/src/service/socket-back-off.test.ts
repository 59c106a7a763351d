import { expect, test } from 'vitest';
import { SocketBackOff } from '../../../src/service/socket-back-off.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function ceilings(backOff: SocketBackOff, count: number): number[] {
  return Array.from({ length: count }, () => backOff.nextDelayMs());
}

test('waits at most 1, 2, 4 and so on up to 30 seconds', () => {
  const backOff = new SocketBackOff(new FakeClock(), () => 1);
  expect(ceilings(backOff, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('spreads over the whole time, so that not everybody comes back at once', () => {
  const draws = [0, 0.5, 0.25];
  const backOff = new SocketBackOff(new FakeClock(), () => draws.shift() ?? 0);
  expect(ceilings(backOff, 3)).toEqual([0, 1_000, 1_000]);
});

test('starts over after a connection that stood for a minute, and not after a shorter one', async () => {
  const clock = new FakeClock();
  const backOff = new SocketBackOff(clock, () => 1);
  ceilings(backOff, 3);
  backOff.opened();
  await clock.advance(59_999);
  expect(backOff.nextDelayMs()).toBe(8_000);
  backOff.opened();
  await clock.advance(60_000);
  expect(backOff.nextDelayMs()).toBe(1_000);
});

test('grows again after a connection that stood for a minute, if no other follows', async () => {
  const clock = new FakeClock();
  const backOff = new SocketBackOff(clock, () => 1);
  backOff.opened();
  await clock.advance(60_000);
  expect(ceilings(backOff, 3)).toEqual([1_000, 2_000, 4_000]);
});

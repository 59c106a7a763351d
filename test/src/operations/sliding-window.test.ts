import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../../src/operations/rate-limiter.ts';
import { SlidingWindow } from '../../../src/operations/sliding-window.ts';
import { FakeClock } from '../../support/fake-clock.ts';

describe('a sliding window', () => {
  it('gives so many places a span, and the next when the oldest is over', async () => {
    const clock = new FakeClock(0);
    const window = new SlidingWindow(clock, 3, 60_000);
    const taken: boolean[] = [];
    for (const at of [0, 10_000, 20_000, 30_000]) {
      await clock.advance(at - clock.now());
      taken.push(window.take());
    }
    expect(taken).toEqual([true, true, true, false]);
    expect(window.freeAt()).toBe(60_000);
    await clock.advance(30_000);
    expect(window.take()).toBe(true);
    expect(window.take()).toBe(false);
  });

  it('keeps places free for others who come', () => {
    const window = new SlidingWindow(new FakeClock(0), 2, 5_000);
    window.take();
    expect(window.freeAt(1)).toBe(5_000);
    expect(window.freeAt()).toBe(0);
  });

  it('reserves places far away in their order, and takes one back', () => {
    const window = new SlidingWindow(new FakeClock(0), 1, 1_000);
    expect([window.reserve(), window.reserve(), window.reserve()]).toEqual([0, 1_000, 2_000]);
    window.giveBack(2_000);
    expect(window.freeAt()).toBe(2_000);
    window.giveBack(77);
    expect(window.used).toBe(2);
  });
});

describe('a rate limiter', () => {
  it('refuses what is beyond the limit of one key, and of no other', async () => {
    const clock = new FakeClock(0);
    const limiter = new RateLimiter(clock, 2, 60_000);
    expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([true, true, false]);
    expect(limiter.take('b')).toBe(true);
    await clock.advance(60_000);
    expect(limiter.take('a')).toBe(true);
  });
});

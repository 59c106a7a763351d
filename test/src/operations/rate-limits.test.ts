import { describe, expect, test, vi } from 'vitest';
import { RateLimiter, SlidingWindow, SpacedTurns, TokenBucket } from '../../../src/operations/rate-limits.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakePaces } from '../../support/fake-paces.ts';

const it = test.extend('clock', () => new FakeClock(0));

describe('a sliding window', () => {
  it('gives so many places a span, and the next when the oldest is over', async ({ clock }) => {
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

describe('turns with time between them', () => {
  it('come one after the other for each key, and at once for another', async ({ clock }) => {
    const turns = new SpacedTurns(clock, 1_000, 10);
    expect(turns.freeAt('a')).toBe(Number.NEGATIVE_INFINITY);
    expect([turns.takeTurn('a'), turns.takeTurn('a'), turns.takeTurn('b')]).toEqual([0, 1_000, 0]);
    expect([turns.freeAt('a'), turns.freeAt('b')]).toEqual([2_000, 1_000]);
    await clock.advance(5_000);
    expect([turns.takeTurn('a'), turns.takeTurn('a')]).toEqual([5_000, 6_000]);
  });

  it('are forgotten for the keys that nobody asked for longest', () => {
    const turns = new SpacedTurns(new FakeClock(0), 1_000, 2);
    for (const key of ['a', 'b', 'c']) turns.takeTurn(key);
    expect([turns.takeTurn('c'), turns.takeTurn('a')]).toEqual([1_000, 0]);
  });
});

describe('a rate limiter', () => {
  it('refuses what is beyond the limit of one key, and of no other', async ({ clock }) => {
    const limiter = new RateLimiter(clock, 2, 60_000);
    expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([true, true, false]);
    expect(limiter.take('b')).toBe(true);
    await clock.advance(60_000);
    expect(limiter.take('a')).toBe(true);
  });
});

/** Asks for so many tokens at once; says how many were given by then. */
function askFor(count: number, bucket: TokenBucket): () => number {
  let taken = 0;
  for (let asked = 0; asked < count; asked += 1) void bucket.take().then(() => (taken += 1));
  return () => taken;
}

describe('a token bucket', () => {
  it('gives what was saved up at once, and then one at a time', async ({ clock }) => {
    const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, clock);
    const taken: number[] = [];
    const start = clock.now();
    for (let asked = 0; asked < 6; asked += 1) void bucket.take().then(() => taken.push(clock.now() - start));
    await clock.advance(5_000);
    expect(taken).toEqual([0, 0, 0, 500, 1_000, 1_500]);
  });

  it('saves up no more than its burst', async ({ clock }) => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, clock);
    await clock.advance(3_600_000);
    const taken = askFor(5, bucket);
    await clock.advance(0);
    expect(taken()).toBe(2);
  });

  it('spaces callers evenly when nothing can be saved up', async ({ clock }) => {
    const bucket = new TokenBucket({ perSecond: 10 }, clock);
    const passed: [number, number][] = [];
    for (let caller = 0; caller < 25; caller += 1)
      void bucket.take().then(() => passed.push([caller, clock.now()]));
    await clock.advance(950);
    expect(passed).toHaveLength(10);
    await clock.advance(2_000);
    expect(passed).toEqual(Array.from({ length: 25 }, (_, index) => [index, index * 100]));
  });

  it('lets a caller go at once who gives up behind others that wait', async ({ clock }) => {
    const bucket = new TokenBucket({ perSecond: 0.001 }, clock);
    await bucket.take();
    const ahead = new AbortController();
    const first = bucket.take(ahead.signal);
    const stop = new AbortController();
    const second = bucket.take(stop.signal);
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    ahead.abort(new Error('this one, too'));
    await expect(first).rejects.toThrow('this one, too');
  });

  it('costs nothing if you give up', async ({ clock }) => {
    const bucket = new TokenBucket({ burst: 1, perSecond: 1 }, clock);
    await bucket.take();
    const impatient = new AbortController();
    const given = bucket.take(impatient.signal);
    const patient = bucket.take();
    await clock.advance(500);
    impatient.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await clock.advance(500);
    await patient;
  });
});

describe('a token bucket whose clock is set back', () => {
  /** Shows another time than it counts. */
  class SetClock extends FakeClock {
    offMs = 0;

    override now(): number {
      return super.now() + this.offMs;
    }
  }
  const it = test
    .extend('clock', () => new SetClock())
    .extend('bucket', ({ clock }) => new TokenBucket({ burst: 2, perSecond: 1 }, clock));

  it('gives the next token a moment later, not after all that time once more', async ({ clock, bucket }) => {
    await bucket.take();
    await bucket.take();
    clock.offMs = -3_600_000;
    const taken = askFor(3, bucket);
    await clock.advance(1_000);
    expect(taken()).toBe(1);
    await clock.advance(2_000);
    expect(taken()).toBe(3);
  });

  it('takes none of what was saved up', async ({ clock, bucket }) => {
    clock.offMs = -3_600_000;
    const taken = askFor(3, bucket);
    await clock.advance(0);
    expect(taken()).toBe(2);
  });

  it('gives nothing for the time that comes twice', async ({ clock, bucket }) => {
    await bucket.take();
    await bucket.take();
    clock.offMs = -5_000;
    const third = bucket.take();
    await clock.advance(1_000);
    await third;
    const taken = askFor(3, bucket);
    await clock.advance(0);
    expect(taken()).toBe(0);
  });

  it('shares its rate with other processes: one place at a time among theirs, given back if nobody wants it', async () => {
    const clock = new FakeClock(0);
    const turns = new FakePaces({ waitMs: 300 });
    const bucket = new TokenBucket({ perSecond: 5, shared: { name: 'creations', paces: turns } }, clock);
    const passed: number[] = [];
    const stop = new AbortController();
    const all = [undefined, undefined, stop.signal].map(async (signal) => {
      await bucket.take(signal);
      passed.push(clock.now());
    });
    await clock.advance(299);
    expect(turns.booked).toEqual([{ name: 'creations', most: 1, spanMs: 200 }]);
    await clock.advance(599);
    expect(passed).toEqual([300, 600]);
    expect(turns.booked).toHaveLength(3);
    stop.abort(new Error('not wanted'));
    await expect(all[2]).rejects.toThrow('not wanted');
    await vi.waitFor(() => expect(turns.givenBack).toBe(1));
  });

  it.each([
    { late: 'a little late for its turn keeps it', byMs: 100, booked: 1 },
    { late: 'too late for its turn takes another', byMs: 101, booked: 3 },
  ])('who wakes $late, because the process stood still', async ({ byMs, booked }) => {
    const clock = new FakeClock(0);
    const sleep = clock.sleep.bind(clock);
    clock.sleep = async (ms, signal) => await sleep(ms + byMs, signal);
    const turns = new FakePaces({ waitMs: 300 });
    const bucket = new TokenBucket({ perSecond: 5, shared: { name: 'creations', paces: turns } }, clock);
    const due: number[] = [];
    const taken = bucket.take().then((at) => due.push(at));
    await clock.until(() => due.length === 1);
    await taken;
    expect(due).toEqual([clock.now() - byMs]);
    expect(turns.booked).toHaveLength(booked);
    expect(turns.givenBack).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { ConnectLimiter } from '../../../../src/service/realtime/account-sessions.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakePaces } from '../../../support/fake-paces.ts';

function limited(perMinute: number) {
  const clock = new FakeClock();
  const limiter = new ConnectLimiter(clock, perMinute);
  const passed: number[] = [];
  const told: number[] = [];
  const pass = async (mark: number, signal?: AbortSignal) => {
    await limiter.pass({ signal, onWait: (ms) => told.push(ms) });
    passed.push(mark);
  };
  return { clock, limiter, passed, told, pass };
}

/** The same, where other processes take so much of it that these have to wait. */
function besideOthers(perMinute: number, waitMs = 5_000) {
  const clock = new FakeClock();
  const paces = new FakePaces({ waitMs });
  const limiter = new ConnectLimiter(clock, perMinute, { name: 'translation connects', paces });
  const told: number[] = [];
  return { clock, paces, limiter, told, onWait: (ms: number) => told.push(ms) };
}

describe('connects of an account', () => {
  it('go at once up to the limit, and the eleventh waits a minute and is told so', async () => {
    const { clock, limiter, passed, told, pass } = limited(10);
    const all = Array.from({ length: 11 }, (_, mark) => pass(mark));
    await Promise.all(all.slice(0, 10));
    expect(passed).toHaveLength(10);
    expect(told).toEqual([61_000]);
    expect(limiter.waitMs).toBe(61_000);
    await clock.advance(60_999);
    expect(passed).toHaveLength(10);
    await clock.advance(1);
    await all[10];
    expect(passed.at(-1)).toBe(10);
  });

  it('are never more than the limit in any minute, in their order', async () => {
    const { clock, passed, pass } = limited(2);
    const all = [0, 1, 2, 3, 4].map((mark) => pass(mark));
    await clock.advance(61_000);
    expect(passed).toEqual([0, 1, 2, 3]);
    await clock.advance(61_000);
    await Promise.all(all);
    expect(passed).toEqual([0, 1, 2, 3, 4]);
  });

  it('are told as a share of what a minute has, whether they went or wait', async () => {
    const { clock, limiter, pass } = limited(4);
    expect(limiter.share).toBe(1);
    await pass(0);
    expect(limiter.share).toBe(0.75);
    const waiting = [1, 2, 3, 4, 5].map((mark) => pass(mark));
    expect(limiter.share).toBe(0);
    await clock.advance(61_000);
    expect(limiter.share).toBe(0.5);
    await clock.advance(61_000);
    await Promise.all(waiting);
    expect(limiter.share).toBe(1);
  });

  it('what can wait leaves three of ten connects of a minute to calls', async () => {
    const { clock, limiter, passed, pass } = limited(10);
    const behind: number[] = [];
    const told: number[] = [];
    const patient = Array.from({ length: 9 }, async (_, mark) => {
      await limiter.passBehind({ onWait: (ms) => told.push(ms) });
      behind.push(mark);
    });
    await clock.advance(0);
    expect(behind).toHaveLength(7);
    expect(told).toEqual([61_000, 61_000]);
    await Promise.all([1, 2, 3].map((mark) => pass(mark)));
    expect(passed).toEqual([1, 2, 3]);
    await clock.advance(61_000);
    await Promise.all(patient);
    expect(told).toHaveLength(2);
  });

  it('what can wait gets through where the account has one connect a minute', async () => {
    const { clock, limiter } = limited(1);
    await limiter.passBehind();
    let through = false;
    const second = limiter.passBehind().then(() => {
      through = true;
    });
    await clock.advance(60_999);
    expect(through).toBe(false);
    await clock.advance(1);
    await second;
  });

  it('give their place back when nobody wants them any more', async () => {
    const { limiter, pass, told } = limited(1);
    await pass(0);
    const aborting = new AbortController();
    const given = pass(1, aborting.signal);
    aborting.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    expect(limiter.waitMs).toBe(told[0]);
  });

  it('wait for those of other processes, too, are told so, and leave them some if they can wait', async () => {
    const { clock, paces, limiter, told, onWait } = besideOthers(10);
    const outcomes: string[] = [];
    const call = limiter.pass({ onWait }).then(() => outcomes.push('call'));
    const patient = limiter.passBehind({ onWait }).then(() => outcomes.push('patient'));
    await clock.advance(4_999);
    expect(outcomes).toEqual([]);
    paces.waitMs = 0;
    await clock.advance(1);
    await Promise.all([call, patient]);
    expect(told).toEqual([5_000, 5_000]);
    expect(paces.booked).toEqual([{ name: 'translation connects', most: 10, spanMs: 61_000 }]);
    expect(paces.spares).toEqual([3, 3]);
  });

  it('are told of one wait only, also if others make it longer', async () => {
    const { clock, paces, limiter, told, onWait } = besideOthers(1, 0);
    await limiter.pass();
    paces.waitMs = 5_000;
    const second = limiter.pass({ onWait });
    await clock.advance(66_000);
    await second;
    expect(told).toEqual([61_000]);
  });

  it('that let other processes go first take no place here meanwhile', async () => {
    const { clock, paces, limiter } = besideOthers(10);
    const waiting = limiter.passBehind();
    await clock.advance(1_000);
    expect(limiter.share).toBe(1);
    paces.waitMs = 0;
    await clock.advance(4_000);
    await waiting;
    expect(limiter.share).toBe(0.9);
  });

  it('that are given up while other processes go first are given back here and there', async () => {
    const { clock, paces, limiter } = besideOthers(2);
    const stop = new AbortController();
    const passing = limiter.pass({ signal: stop.signal });
    await clock.advance(1_000);
    stop.abort(new Error('not wanted'));
    await expect(passing).rejects.toThrow('not wanted');
    expect(paces.givenBack).toBe(1);
    expect(limiter.share).toBe(1);
  });
});

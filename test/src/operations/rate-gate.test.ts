import { describe, expect, it } from 'vitest';
import { RateGate } from '../../../src/operations/rate-gate.ts';
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

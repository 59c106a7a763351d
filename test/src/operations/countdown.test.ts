import { describe, expect, it } from 'vitest';
import { Countdown } from '../../../src/operations/countdown.ts';
import { FakeClock } from '../../support/fake-clock.ts';

describe('a countdown', () => {
  it('acts once, after its time, and can be started anew', async () => {
    const clock = new FakeClock();
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

  it('that is started again or called off forgets the earlier time', async () => {
    const clock = new FakeClock();
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

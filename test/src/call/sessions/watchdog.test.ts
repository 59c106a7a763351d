import { describe, expect, it } from 'vitest';
import { Watchdog } from '../../../../src/call/sessions/watchdog.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function stage() {
  const clock = new FakeClock();
  const over = new AbortController();
  const log: string[] = [];
  const watchdog = new Watchdog(clock, over.signal, (is) => void log.push(is));
  return { clock, over, log, watchdog };
}

describe('a session that stands', () => {
  it('is asked when nothing comes of a turn, and counts as mute when not even that is answered', async () => {
    const { clock, log, watchdog } = stage();
    watchdog.expectReaction();
    await clock.advance(9_900);
    expect(log).toEqual([]);
    await clock.advance(200);
    expect(log).toEqual(['probe']);
    await clock.advance(10_000);
    expect(log).toEqual(['probe', 'mute']);
    await clock.advance(60_000);
    expect(log).toEqual(['probe', 'mute']);
  });

  it('lives when it says anything, before it is asked or after', async () => {
    const { clock, log, watchdog } = stage();
    watchdog.expectReaction();
    await clock.advance(5_000);
    watchdog.noteReaction();
    await clock.advance(60_000);
    expect(log).toEqual([]);
    watchdog.expectReaction();
    await clock.advance(10_500);
    watchdog.noteReaction();
    await clock.advance(60_000);
    expect(log).toEqual(['probe']);
  });

  it('is waited for once, however many turns follow each other', async () => {
    const { clock, log, watchdog } = stage();
    watchdog.expectReaction();
    await clock.advance(8_000);
    watchdog.expectReaction();
    await clock.advance(2_500);
    expect(log).toEqual(['probe']);
  });

  it('is not watched any more once the call is over', async () => {
    const { clock, over, log, watchdog } = stage();
    watchdog.expectReaction();
    over.abort();
    await clock.advance(60_000);
    expect(log).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });
});

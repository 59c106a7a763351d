import { describe, expect, it } from 'vitest';
import { SessionOpener } from '../../../../src/call/sessions/session-opener.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';

const because = (fault: 'unreachable' | 'arrears') =>
  new ServiceError({ fault, code: 'Lost', nothingHappened: true });

/** The longest pauses there may be. */
function opening() {
  const clock = new FakeClock();
  const opener = new SessionOpener(
    async () => 'a session',
    clock,
    silentLog,
    () => 1,
  );
  const { signal } = new AbortController();
  const openedAfterMs = async () => {
    const askedAt = clock.now();
    let isOpen = false;
    void opener.open({ signal, onWait: () => undefined }).then(() => {
      isOpen = true;
    });
    await clock.until(() => isOpen);
    return clock.now() - askedAt;
  };
  return { clock, opener, openedAfterMs };
}

describe('the next session', () => {
  it('waits twice as long after each failure in a row', async () => {
    const { opener, openedAfterMs } = opening();
    const waits = [];
    for (let failed = 0; failed < 3; failed += 1) {
      opener.judgeFailure(because('unreachable'));
      waits.push(await openedAfterMs());
    }
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  it('waits a second again once one was open for a minute', async () => {
    const { clock, opener, openedAfterMs } = opening();
    for (let failed = 0; failed < 3; failed += 1) opener.judgeFailure(because('unreachable'));
    await openedAfterMs();
    opener.noteOpened();
    await clock.advance(60_000);
    opener.judgeLoss(because('unreachable'));
    expect(await openedAfterMs()).toBe(1_000);
  });

  it('waits no longer than the first did after it was given up', async () => {
    const { opener, openedAfterMs } = opening();
    let verdict: string = 'try-again';
    for (let failed = 0; verdict === 'try-again'; failed += 1) {
      verdict = opener.judgeFailure(because('unreachable'));
      expect(failed).toBeLessThan(10);
    }
    expect(verdict).toBe('given-up');
    opener.startOver();
    await openedAfterMs();
    expect(opener.judgeFailure(because('unreachable'))).toBe('try-again');
    expect(await openedAfterMs()).toBe(1_000);
  });

  it("isn't opened when one that was open ended for what only the bot's owner can help", () => {
    const { opener } = opening();
    expect(opener.judgeLoss(because('arrears'))).toBe('fatal');
    expect(opener.judgeLoss(because('unreachable'))).toBe('try-again');
  });
});

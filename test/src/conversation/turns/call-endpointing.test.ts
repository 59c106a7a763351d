import { describe, expect, it } from 'vitest';
import { usualEndpointing } from '../../../../src/call/hearing/endpointing.ts';
import { LearntPauses } from '../../../../src/call/hearing/turn.ts';
import { callEndpointing } from '../../../../src/conversation/turns/call-endpointing.ts';

describe('the end of turns in a call', () => {
  it("is the operator's, refined by what is learnt, when nobody chose anything", () => {
    expect(callEndpointing({ turns: 'voice' }, usualEndpointing)).toEqual(usualEndpointing);
  });

  it.each([200, 2_000, 6_000])('is after the %i ms that a person chose, whatever is learnt', (silenceMs) => {
    const settings = callEndpointing({ turns: 'voice', silenceMs }, usualEndpointing);
    const pauses = new LearntPauses(settings);
    expect(pauses.of('ann')).toBe(silenceMs);
    for (let turn = 0; turn < 10; turn += 1) pauses.turnEnded('ann', turn % 2 === 0 ? 0 : 900);
    pauses.cutOff('ann', 1_500);
    expect(pauses.of('ann')).toBe(silenceMs);
    expect(settings.silenceMs).toBe(silenceMs);
  });

  it('is the judgement of the service in semantic mode, which hears the silence as it goes by', () => {
    const settings = callEndpointing({ turns: 'semantic', silenceMs: 900 }, usualEndpointing);
    expect(settings).toMatchObject({ mode: 'paced', silenceMs: 900 });
    expect(settings.extraSilenceMs).toBeGreaterThanOrEqual(5_000);
    const byHand = { ...usualEndpointing, mode: 'manual' } as const;
    expect(callEndpointing({ turns: 'semantic' }, byHand).mode).toBe('manual');
  });

  it('is where the floor is let go with push-to-talk', () => {
    const { mode, pauseMs, longestTurnMs } = callEndpointing({ turns: 'push-to-talk' }, usualEndpointing);
    expect(mode).toBe('manual');
    expect(pauseMs).toBe(longestTurnMs);
  });
});

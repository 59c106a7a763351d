import { describe, expect, it } from 'vitest';
import { usualInterruption } from '../../../../src/conversation/settings/interruption.ts';
import { OverlapJudge } from '../../../../src/conversation/turns/overlap.ts';

/** What is judged, and after how many milliseconds of the overlap. */
function judge(
  pattern: readonly (readonly [durationMs: number, speaks: boolean])[],
  changes = {},
  userId = 'ann',
) {
  const overlap = new OverlapJudge({ ...usualInterruption, ...changes });
  const verdicts: string[] = [];
  let passedMs = 0;
  for (const [durationMs, speaks] of pattern) {
    for (let at = 0; at < durationMs; at += 20) {
      passedMs += 20;
      const verdict = overlap.hear(userId, speaks);
      if (verdict) verdicts.push(`${verdict.is} ${passedMs}`);
      if (verdict?.is === 'yield') return verdicts;
    }
  }
  return verdicts;
}

describe('somebody who speaks while the bot does', () => {
  it('makes it quieter within 60 ms and has it within 500', () => {
    const [duck = '', decision = ''] = judge([[1_000, true]]);
    expect(duck).toBe('duck 40');
    expect(decision).toBe('yield 500');
  });

  it('with a backchannel does not stop it: it gets quieter and louder again', () => {
    expect(
      judge([
        [320, true],
        [400, false],
      ]),
    ).toEqual(['duck 40', 'carry-on 560']);
  });

  it('with a click changes nothing that can be heard', () => {
    expect(
      judge([
        [20, true],
        [400, false],
      ]),
    ).toEqual(['carry-on 260']);
  });

  it('with words and short gaps between them has it', () => {
    const words = Array.from(
      { length: 5 },
      () =>
        [
          [160, true],
          [80, false],
        ] as const,
    ).flat();
    expect(judge(words).map((verdict) => verdict.split(' ')[0])).toEqual(['duck', 'yield']);
  });

  it('twice with a backchannel does not stop it the second time either', () => {
    const mhm = [
      [300, true],
      [400, false],
    ] as const;
    expect(judge([...mhm, ...mhm]).map((verdict) => verdict.split(' ')[0])).toEqual([
      'duck',
      'carry-on',
      'duck',
      'carry-on',
    ]);
  });

  it('does nothing where interruption is switched off', () => {
    expect(judge([[3_000, true]], { enabled: false })).toEqual([]);
  });

  it('together with a silent other is judged by their own speech', () => {
    const overlap = new OverlapJudge(usualInterruption);
    for (let at = 0; at < 240; at += 20) {
      expect(overlap.hear('ben', false)).toBeUndefined();
      overlap.hear('ann', true);
    }
    expect(overlap.judging).toBe(true);
  });

  it('keeps it quiet as long as one of two is judged', () => {
    const overlap = new OverlapJudge(usualInterruption);
    const seen: string[] = [];
    const hear = (userId: string, speaks: boolean) => {
      const verdict = overlap.hear(userId, speaks);
      if (verdict) seen.push(verdict.is);
    };
    for (let at = 0; at < 200; at += 20) hear('ann', true);
    for (let at = 0; at < 240; at += 20) {
      hear('ann', false);
      hear('ben', true);
    }
    expect(seen).toEqual(['duck']);
    for (let at = 0; at < 240; at += 20) hear('ben', false);
    expect(seen).toEqual(['duck', 'carry-on']);
  });

  it('that turns out to be the bot itself is dismissed', () => {
    const overlap = new OverlapJudge(usualInterruption);
    for (let at = 0; at < 100; at += 20) overlap.hear('ann', true);
    expect(overlap.dismiss('ann')).toEqual({ is: 'carry-on' });
    expect(overlap.dismiss('ann')).toBeUndefined();
    expect(overlap.judging).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { usualEndpointing } from '../../../../src/call/hearing/endpointing.ts';
import { LearntPauses } from '../../../../src/call/hearing/turn.ts';

const it = test.extend('learnt', () => pauses());

const pauses = () => new LearntPauses(usualEndpointing);

describe('the pause that ends a turn', () => {
  it('begins at half a second for everybody', () => {
    expect(pauses().of('ann')).toBe(500);
  });

  it('comes down to 300 ms for people who speak without a break, and not below', ({ learnt }) => {
    let before = learnt.of('ann');
    for (let turn = 0; turn < 60; turn += 1) {
      learnt.turnEnded('ann', 0);
      expect(learnt.of('ann')).toBeLessThanOrEqual(before);
      before = learnt.of('ann');
    }
    expect(before).toBeCloseTo(300, 0);
    expect(before).toBeGreaterThanOrEqual(300);
  });

  it("grows with somebody's pauses, by a tenth of the way each turn", ({ learnt }) => {
    learnt.turnEnded('ben', 900);
    expect(learnt.of('ben')).toBeCloseTo(0.9 * 500 + 0.1 * 1_000);
  });

  it('is never above 2.5 s', ({ learnt }) => {
    for (let turn = 0; turn < 200; turn += 1) learnt.turnEnded('ben', 60_000);
    expect(learnt.of('ben')).toBeCloseTo(2_500, 0);
    expect(learnt.of('ben')).toBeLessThanOrEqual(2_500);
  });

  it('grows at once for somebody who was cut off, and never shrinks by it', ({ learnt }) => {
    learnt.cutOff('eve', 900);
    expect(learnt.of('eve')).toBe(1_000);
    learnt.cutOff('eve', 100);
    expect(learnt.of('eve')).toBe(1_000);
  });

  it("is each person's own, and forgotten when they leave", ({ learnt }) => {
    learnt.cutOff('eve', 2_000);
    expect(learnt.of('ann')).toBe(500);
    learnt.forget('eve');
    expect(learnt.of('eve')).toBe(500);
  });
});

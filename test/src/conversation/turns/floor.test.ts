import { expect, it } from 'vitest';
import { SpeakingFloor } from '../../../../src/conversation/turns/floor.ts';

it('one person at a time holds the floor, and only they let go of it', () => {
  const floor = new SpeakingFloor();
  expect([floor.hold('ann'), floor.hold('ann'), floor.hold('ben')]).toEqual([true, true, false]);
  expect(floor.holds).toBe(1);
  expect(floor.release('ben')).toBe(false);
  expect(floor.holder).toBe('ann');
  expect(floor.release('ann')).toBe(true);
  expect(floor.hold('ben')).toBe(true);
  expect(floor.holds).toBe(2);
});

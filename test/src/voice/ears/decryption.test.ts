import { test as base, describe, expect } from 'vitest';
import { HearingHealth, type Remedy } from '../../../../src/voice/ears/decryption.ts';

const test = base.extend('health', () => new HearingHealth());

/** A failure every 20 ms. */
function failing(health: HearingHealth, fromMs: number, durationMs: number, curable = true) {
  const remedies: [number, Remedy][] = [];
  for (let atMs = 0; atMs < durationMs; atMs += 20) {
    const remedy = health.failed('mina', fromMs + atMs, curable);
    if (remedy !== 'none') remedies.push([atMs, remedy]);
  }
  return remedies;
}

describe('packets that cannot be decrypted', () => {
  test('are nothing for half a second', () => {
    expect(failing(new HearingHealth(), 0, 600)).toEqual([]);
  });

  test('make the session start over, and if that does not help it is said once', () => {
    expect(failing(new HearingHealth(), 0, 9_000)).toEqual([
      [600, 'recover'],
      [4_000, 'deaf'],
    ]);
  });

  test('make it start over every ten seconds and no more often', () => {
    const remedies = failing(new HearingHealth(), 0, 25_000).filter(([, remedy]) => remedy === 'recover');
    expect(remedies.map(([atMs]) => atMs)).toEqual([600, 10_600, 20_600]);
  });

  test('in a burst are nothing, however many', ({ health }) => {
    expect(
      Array.from({ length: 200 }, () => health.failed('mina', 5, true)).every((each) => each === 'none'),
    ).toBe(true);
  });

  test('are not cured while the session is still being set up', () => {
    expect(failing(new HearingHealth(), 0, 5_000, false)).toEqual([[4_000, 'deaf']]);
  });
});

describe('somebody who says a short word now and then', () => {
  /** Ten frames every five seconds. */
  const words = (health: HearingHealth, count: number) =>
    Array.from({ length: count }, (_, word) =>
      failing(health, word * 5_000, 200).map(([, remedy]) => remedy),
    );

  test('is noticed, too', () => {
    expect(words(new HearingHealth(), 2)).toEqual([[], ['recover']]);
  });

  test('is said to be unheard only after the new session had as much of a chance', () => {
    expect(words(new HearingHealth(), 4)).toEqual([[], ['recover'], [], ['deaf']]);
  });
});

describe('hearing somebody', () => {
  test('ends their trouble, and says that it is over', ({ health }) => {
    failing(health, 0, 5_000);
    expect(health.deaf).toBe(true);
    expect(health.heard('mina')).toBe(true);
    expect(health.heard('mina')).toBe(false);
    expect(failing(health, 6_000, 500)).toEqual([]);
  });

  test('says nothing about others', ({ health }) => {
    failing(health, 0, 5_000);
    expect(health.heard('otto')).toBe(false);
    expect(health.deaf).toBe(true);
    expect(health.retain(new Set(['mina']))).toBe(false);
    expect(health.retain(new Set(['otto']))).toBe(true);
  });

  test('is over on a new session, too, when the only one who was not heard leaves', ({ health }) => {
    failing(health, 0, 5_000);
    health.reset();
    expect(health.retain(new Set(['otto']))).toBe(true);
    expect(health.deaf).toBe(false);
  });

  test('on a new session says nothing about people who were not heard on the old one', ({ health }) => {
    failing(health, 0, 5_000);
    health.reset();
    expect(health.heard('otto')).toBe(false);
    expect(health.deaf).toBe(true);
    expect(failing(health, 6_000, 5_000).map(([, remedy]) => remedy)).toEqual(['recover', 'deaf']);
    expect(health.heard('mina')).toBe(true);
  });
});

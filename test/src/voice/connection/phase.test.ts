import { describe, expect, it } from 'vitest';
import { backOffMs, verdictOn } from '../../../../src/voice/connection/phase.ts';

describe('the end of a voice socket', () => {
  it.each([
    [1006, 'rejoin'],
    [4000, 'rejoin'],
    [4006, 'rejoin'],
    [4009, 'rejoin'],
    [4014, 'wait'],
    [4015, 'rejoin'],
    [4017, 'outdated'],
    [4021, 'refused'],
    [4022, 'wait'],
    [4999, 'rejoin'],
  ] as const)('with code %i asks to %s', (code, verdict) => expect(verdictOn(code)).toBe(verdict));
});

describe('attempts to connect', () => {
  it('are made at once, then after up to 1, 2, 4 and 8 seconds', () => {
    const longest = [1, 2, 3, 4, 5].map((attempt) => backOffMs(attempt, () => 1));
    expect(longest).toEqual([0, 1_000, 2_000, 4_000, 8_000]);
  });

  it('are spread over the whole time, so that rooms do not come back together', () => {
    expect(backOffMs(5, () => 0)).toBe(0);
    expect(backOffMs(5, () => 0.5)).toBe(4_000);
  });
});

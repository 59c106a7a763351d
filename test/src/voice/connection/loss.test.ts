import { describe, expect, it } from 'vitest';
import { verdictOn } from '../../../../src/voice/connection/loss.ts';

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

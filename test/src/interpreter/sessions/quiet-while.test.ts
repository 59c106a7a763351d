import { describe, expect, it } from 'vitest';
import { quietWhile } from '../../../../src/interpreter/sessions/speaker.ts';

describe('how long a session stays open in silence', () => {
  it.each([
    [1, 20_000],
    [0.5, 20_000],
    [0.25, 40_000],
    [0, 60_000],
  ])('with %d of the connects left is %d ms', (connectsLeft, quietMs) => {
    expect(quietWhile(20_000, connectsLeft)).toBe(quietMs);
  });
});

import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/service/retry-after.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each([
  ['7', 7_000],
  ['0.5', 500],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['999999', 3_600_000],
  ['-3', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j asks for %j ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});

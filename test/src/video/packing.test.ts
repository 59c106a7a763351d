import { describe, expect, it } from 'vitest';
import { megabytesOf } from '../../../src/video/packing.ts';

describe('a limit in megabytes', () => {
  it.each([
    [10 * 1024 * 1024, 10],
    [104_857_600, 100],
    [26_000_000, 24],
    [8 * 1024 * 1024, 8],
    [5_723_455, 5.4],
    [400_000, 0.38],
    [40_000, 0.038],
  ])('%d bytes are said as %d', (bytes, megabytes) => {
    expect(megabytesOf(bytes)).toBe(megabytes);
  });
});

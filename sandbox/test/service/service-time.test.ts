import { expect, test } from 'vitest';
import { parseServiceStamp, serviceStamp, serviceTime } from '../../service/service-time.ts';

test('times are written in UTC+8 with milliseconds', () => {
  expect(serviceTime(Date.UTC(2026, 0, 31, 20, 5, 6, 7))).toBe('2026-02-01 04:05:06.007');
});

test('a stamp is read in UTC+8 and written back the same', () => {
  const epochMs = parseServiceStamp('20260201040506');
  expect(epochMs).toBe(Date.UTC(2026, 0, 31, 20, 5, 6));
  expect(serviceStamp(epochMs ?? 0)).toBe('20260201040506');
});

test.each(['', '2026-02-01', '20260230000000', '20261301000000', '20260201250000', '202602010405060'])(
  'the stamp "%s" names no moment',
  (stamp) => {
    expect(parseServiceStamp(stamp)).toBeUndefined();
  },
);

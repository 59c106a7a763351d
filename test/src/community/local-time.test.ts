import { expect, it } from 'vitest';
import { localTimeIn, nextHourIn, timeZones } from '../../../src/community/local-time.ts';

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);

it.each(timeZones)(
  '%s: comes once a day at its hour, over a whole year with both changes of the clock',
  (zone) => {
    let now = at('2026-01-01T00:00:00Z');
    const days = new Set<string>();
    let lastDay: string | undefined = localTimeIn(zone, now).day;
    while (now < at('2027-01-01T00:00:00Z')) {
      now = nextHourIn(zone, 2, now, lastDay);
      const local = localTimeIn(zone, now);
      // On one day a year, two o'clock may not exist.
      expect([2, 3]).toContain(local.hour);
      expect(days.has(local.day)).toBe(false);
      days.add(local.day);
      lastDay = local.day;
    }
    expect(days.size).toBeGreaterThanOrEqual(365);
  },
);

it('is due at once if the hour passed while nobody looked, and on the next day if that day had its own', () => {
  const noon = at('2026-11-23T12:00:00Z');
  expect(nextHourIn('UTC', 9, noon, '2026-11-22')).toBe(noon);
  expect(nextHourIn('UTC', 9, noon, '2026-11-23')).toBe(at('2026-11-24T09:00:00Z'));
  expect(nextHourIn('UTC', 9, noon - 4 * hourMs, '2026-11-22')).toBe(at('2026-11-23T09:00:00Z'));
});

it('knows zones with half hours and the other side of the date line', () => {
  expect(nextHourIn('Asia/Kolkata', 9, at('2026-11-23T00:00:00Z'), '2026-11-22')).toBe(
    at('2026-11-23T03:30:00Z'),
  );
  expect(localTimeIn('Pacific/Auckland', at('2026-11-23T12:00:00Z')).day).toBe('2026-11-24');
});

/** Where most servers' moderators live, west to east: a menu has room for that many. */
export const timeZones = [
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Africa/Lagos',
  'Europe/Berlin',
  'Europe/Athens',
  'Africa/Johannesburg',
  'Europe/Moscow',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Perth',
  'Australia/Sydney',
  'Pacific/Auckland',
] as const;
export type TimeZone = (typeof timeZones)[number];

export interface LocalTime {
  /** `2026-11-23` */
  readonly day: string;
  readonly hour: number;
}

const formats = new Map<TimeZone, Intl.DateTimeFormat>();

export function localTimeIn(timeZone: TimeZone, at: number): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  // `2026-11-23, 09`
  const [day = '', hour] = format.format(at).split(', ');
  return { day, hour: Number(hour) };
}

const hourMs = 60 * 60_000;
/** All offsets are whole quarters of an hour. */
const quarterMs = 15 * 60_000;
/** Of two days and an hour. */
const mostQuarters = 200;

/**
 * When it's that hour, or later on a day that has no such hour, on a day other than `lastDay`: `at` itself if that's so now. A day in
 * which the hour comes twice counts once.
 */
export function nextHourIn(
  timeZone: TimeZone,
  hour: number,
  at: number,
  lastDay: string | undefined,
): number {
  let next = at;
  for (let step = 0; step < mostQuarters; step += 1) {
    const local = localTimeIn(timeZone, next);
    if (local.day !== lastDay && local.hour >= hour) return next;
    const hoursLeft = local.day === lastDay ? 24 - local.hour : hour - local.hour;
    // This hour is partly over, and a change of the clock can skip another one.
    const surelyNotYet = Math.max(0, hoursLeft - 2) * hourMs;
    next = (Math.floor((next + surelyNotYet) / quarterMs) + 1) * quarterMs;
  }
  return next;
}

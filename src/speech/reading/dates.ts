import type { ReadingPhrases } from '../words/reading-phrases.ts';

const latestMs = 8.64e15;
const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `<t:…>` as words. A voice cannot know the zone of each listener, so a time of day is in UTC and says so. */
export function dateWords(
  epochMs: number,
  style: string | undefined,
  now: number,
  phrases: ReadingPhrases,
): string {
  if (Math.abs(epochMs) > latestMs) return '';
  if (style === 'R') return relative(epochMs - now, phrases);
  const day = style === 'd' ? ({ dateStyle: 'long' } as const) : ({ dateStyle: 'full' } as const);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(phrases.locale, { ...options, timeZone: 'UTC' }).format(epochMs);
  if (style === 'd' || style === 'D') return format(day);
  const clock = `${format({ timeStyle: 'short' })} UTC`;
  if (style === 't' || style === 'T') return clock;
  return `${format({ dateStyle: 'long' })}, ${clock}`;
}

function relative(differenceMs: number, phrases: ReadingPhrases): string {
  for (const [unit, unitMs] of units) {
    const count = Math.round(differenceMs / unitMs);
    if (count !== 0) return phrases.unit(count, unit);
  }
  return phrases.unit(Math.round(differenceMs / 1000), 'second');
}

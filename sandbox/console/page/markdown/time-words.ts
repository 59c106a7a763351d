import { pageWords } from '../words/current.ts';
import type { TimeFormat } from './nodes.ts';

const absolute: Readonly<Record<Exclude<TimeFormat, 'R'>, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** `<t:…:x>` in words of a language. */
export function timeWords(atMs: number, format: TimeFormat, nowMs: number, locale: string): string {
  if (!Number.isFinite(new Date(atMs).getTime())) return pageWords().messages.invalidDate;
  if (format !== 'R') return new Intl.DateTimeFormat(locale, absolute[format]).format(atMs);
  return relativeWords(atMs, nowMs, locale);
}

/** "in 5 minutes", "2 hours ago". */
export function relativeWords(atMs: number, nowMs: number, locale: string): string {
  const differenceMs = atMs - nowMs;
  const formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  for (const [unit, unitMs] of units) {
    if (Math.abs(differenceMs) >= unitMs || unit === 'second') {
      return spaced(formatter.format(Math.trunc(differenceMs / unitMs), unit));
    }
  }
  return spaced(formatter.format(0, 'second'));
}

/** Puts a space between numbers and Chinese characters, as Discord does; `Intl` doesn't. */
function spaced(words: string): string {
  return words.replace(/(?<=\d)(?=\p{Script=Han})/gu, ' ');
}

/** When a message was written, as its header says it: "Today at 14:03", or the date. */
export function messageTime(atMs: number, nowMs: number, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(atMs);
  const days = dayNumber(nowMs) - dayNumber(atMs);
  if (days === 0 || days === 1) {
    const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
    return `${day.charAt(0).toUpperCase()}${day.slice(1)}${locale.startsWith('zh') ? ' ' : ' at '}${time}`;
  }
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).format(atMs)} ${time}`;
}

/** Whether two moments fall on different days where the person is. */
export function onDifferentDays(aMs: number, bMs: number): boolean {
  return dayNumber(aMs) !== dayNumber(bMs);
}

function dayNumber(atMs: number): number {
  const date = new Date(atMs);
  return Math.floor((atMs - date.getTimezoneOffset() * 60_000) / 86_400_000);
}

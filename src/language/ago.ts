import type { Language } from './languages.ts';
import { spaced } from './marks.ts';

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** `5 min. ago`, for places where Discord doesn't show live times. */
export function ago(elapsedMs: number, language: Language): string {
  const [unit, lengthMs] = units.find(([, length]) => elapsedMs >= length) ?? units[2];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  return spaced(format.format(-Math.max(0, Math.floor(elapsedMs / lengthMs)), unit));
}

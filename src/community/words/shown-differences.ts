import { showAsIs } from '../../discord/escape.ts';
import type { SettingsDifference } from '../settings-differences.ts';

const mostShown = 5;
const mostCharacters = 60;

/** What changed, in a line: the places, and from what to what. */
export function shownDifferences(
  differences: readonly SettingsDifference[],
  words: { readonly nothing: string; readonly more: (count: number) => string },
): string {
  const shown = differences.slice(0, mostShown).map((difference) => {
    const [before, after] = [difference.before, difference.after].map((value) => shownValue(value));
    return `\`${difference.path.join('.')}\` ${before ?? words.nothing} → ${after ?? words.nothing}`;
  });
  const rest = differences.length - shown.length;
  return [...shown, ...(rest > 0 ? [words.more(rest)] : [])].join(' · ');
}

function shownValue(value: unknown): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  return showAsIs(typeof value === 'string' ? value : JSON.stringify(value), mostCharacters);
}

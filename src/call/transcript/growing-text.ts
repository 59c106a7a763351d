import { showAsIs } from '../../discord/escape.ts';

/** How many of the last characters are shown, before escaping. */
const longestShown = 1_400;

/**
 * What's being said, as markdown. The end that may still change is in italics.
 * @param most UTF-16 units, with escapes; a message takes 4,000
 */
export function growingText(
  { sure, unsure }: { readonly sure: string; readonly unsure: string },
  most: number,
): string {
  const changing = unsure.trim() === '' ? '' : `*${tailOf(unsure, Math.floor(most / 2) - 2).trim()}*`;
  const settled = sure.trim() === '' ? '' : tailOf(sure, most - changing.length - 1);
  return [settled, changing].filter((part) => part !== '').join(' ');
}

/** If it's too long, keeps the end, because that's new. Never splits an escape. */
function tailOf(text: string, most: number): string {
  const end = Array.from(text.slice(-2 * longestShown));
  for (let kept = Math.min(end.length, longestShown); kept > 0; ) {
    const tail = end.slice(-kept).join('');
    const shown = showAsIs(tail.length < text.length ? `…${tail}` : tail, 3 * longestShown);
    if (shown.length <= most) return shown;
    kept -= Math.ceil((shown.length - most) / 2);
  }
  return '';
}

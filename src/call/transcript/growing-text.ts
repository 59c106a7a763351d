import { showAsIs } from '../../discord/escape.ts';

/** Of what is being said, in characters as they were said. */
const longestShown = 1_400;

/**
 * What is being said, as markdown: what may still change in italics, at the end only.
 * @param most of UTF-16, with escapes; a message takes 4,000
 */
export function growingText(
  { sure, unsure }: { readonly sure: string; readonly unsure: string },
  most: number,
): string {
  const changing = unsure.trim() === '' ? '' : `*${tailOf(unsure, Math.floor(most / 2) - 2).trim()}*`;
  const settled = sure.trim() === '' ? '' : tailOf(sure, most - changing.length - 1);
  return [settled, changing].filter((part) => part !== '').join(' ');
}

/** The end of what is being said is what is new. An escape is never torn. */
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

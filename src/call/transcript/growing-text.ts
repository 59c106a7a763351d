import { showAsIs } from '../../discord/escape.ts';

const longestShown = 1_400;

/** What is being said, as markdown: what may still change in italics, at the end only. */
export function growingText({ sure, unsure }: { readonly sure: string; readonly unsure: string }): string {
  return [sure.trim() === '' ? '' : tailOf(sure), unsure.trim() === '' ? '' : `*${tailOf(unsure).trim()}*`]
    .filter((part) => part !== '')
    .join(' ');
}

/** The end of what is being said is what is new. */
function tailOf(text: string): string {
  const characters = Array.from(text);
  const tail = characters.length > longestShown ? `…${characters.slice(-longestShown).join('')}` : text;
  return showAsIs(tail, longestShown * 2);
}

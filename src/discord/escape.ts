/**
 * Control characters (except newline and tab), line and paragraph separators, direction marks, and characters without a
 * width: they can make a text show something other than it says.
 */
const deceptive = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200B\u2060\uFEFF]/gu;

/** The text without invisible characters, still as markdown. */
export function stripDeceptive(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(deceptive, '');
}

/** At most `maxCharacters` code points; a cut text ends in `…`. Never splits a surrogate pair. */
export function cutText(text: string, maxCharacters: number): string {
  const kept = Math.max(0, maxCharacters - 1);
  let end = 0;
  let characters = 0;
  for (const character of text) {
    characters += 1;
    if (characters > maxCharacters) return `${text.slice(0, end)}…`;
    if (characters <= kept) end += character.length;
  }
  return text;
}

/** How many characters are read at most for each one shown, so that even invisible text comes to an end. */
const readPerCharacter = 8;

/**
 * Shows untrusted text (prompts, model output) literally: no markdown, no mentions, no live links. At most
 * `maxCharacters` code points after escaping, with no escape cut in half. Cuts before it looks, so a long text costs
 * nothing extra.
 */
export function showAsIs(text: string, maxCharacters: number): string {
  const read = text.slice(0, (maxCharacters + 1) * readPerCharacter);
  const characters = Array.from(stripDeceptive(read).trim());
  if (characters.length <= maxCharacters && read.length === text.length) {
    const whole = escapeEverything(characters.join(''));
    if (lengthOf(whole) <= maxCharacters) return whole;
  }
  for (let kept = Math.min(characters.length, maxCharacters - 1); kept > 0; ) {
    const cut = `${escapeEverything(characters.slice(0, kept).join(''))}…`;
    const excess = lengthOf(cut) - maxCharacters;
    if (excess <= 0) return cut;
    kept -= Math.ceil(excess / 2);
  }
  return maxCharacters > 0 ? '…' : '';
}

/**
 * Escapes every mark, because Discord shows `\\x` as `x` for any punctuation. discord.js' `escapeMarkdown` only looks
 * for pairs, and skips some marks in longer runs (`*****`) and all of those in addresses.
 */
function escapeEverything(text: string): string {
  return text
    .replace(/[\\*_~|`[\]<>@]/g, '\\$&')
    .replace(/^([ \t]*)([#+-])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)\./gm, '$1\\.')
    .replace(/:(?=\/\/)/g, '\\:');
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * Control characters (newline and tab excepted), line and paragraph separators, marks that turn the direction of
 * writing around, and characters without a width: with them a text can show something else than it says.
 */
const deceptive = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200B\u2060\uFEFF]/gu;

/** The text without what a person cannot see, whatever it was made of; still markdown. */
export function stripDeceptive(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(deceptive, '');
}

/** At most `maxCharacters` code points; a cut text ends in `…`. Surrogate pairs are never torn. */
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

/** At most this many characters are read for each one shown, so an invisible text ends, too. */
const readPerCharacter = 8;

/**
 * Makes untrusted text (prompts, model output) show as what it is: no markdown, no mentions, no live links. At most
 * `maxCharacters` code points after escaping, with no escape torn apart. Cut before it is looked at, so that a text's
 * length costs nothing.
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
 * Every mark on its own, because Discord shows `\\x` as `x` for any punctuation. discord.js' `escapeMarkdown` is not
 * used: it looks for pairs, and leaves some marks of longer runs (`*****`) and all of those in addresses as they are.
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

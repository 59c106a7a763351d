import type { ReadingPhrases } from '../words/reading-phrases.ts';
import { maskedLinks } from './masked-links.ts';
import { mapRaw, type Piece, raw, replaceFound, replaceRaw, said, saidWord } from './pieces.ts';

/**
 * Blocks of code, spoilers, inline code and escaped marks: whichever begins first holds what is inside it, as in
 * Discord's own reading. In one pass, so that code within a spoiler cannot give the spoiler away.
 */
const guarded = /```[\s\S]*?```|\|\|([\s\S]+?)\|\||``([\s\S]+?)``|`([^`]+)`|\\([^\s\p{L}\p{N}])/gu;

/** Blocks of code are named, spoilers kept secret, inline code read as it stands. */
export function readGuarded(pieces: readonly Piece[], phrases: ReadingPhrases): readonly Piece[] {
  return replaceRaw(pieces, guarded, ([, spoiler, doubleTicked, ticked, escaped]) => {
    if (escaped !== undefined) return said(escaped);
    if (spoiler !== undefined) return saidWord(phrases.spoiler);
    const code = doubleTicked ?? ticked;
    return code === undefined ? saidWord(phrases.code) : said(code);
  });
}

const bare = /<?\b(?:https?|discord):\/\/[^\s<>]+>?/giu;

/** A link with a text is its text; an address is "a link", however long it is. */
export function readLinks(pieces: readonly Piece[], phrases: ReadingPhrases): readonly Piece[] {
  const withoutMasks = replaceFound(pieces, maskedLinks, ({ text }) =>
    text.trim() === '' || looksLikeAddress(text) ? saidWord(phrases.link) : raw(text),
  );
  return replaceRaw(withoutMasks, bare, () => saidWord(phrases.link));
}

/** One word with `//` or `www.` in it. */
function looksLikeAddress(text: string): boolean {
  const word = text.trim();
  return !/\s/u.test(word) && /\/\/|www\./iu.test(word);
}

/** Headings, small print, quotes and list marks at the beginning of lines. Numbers of lists stay: they are read. */
const lineMarks = /^(?:[ \t]*(?:#{1,3}[ \t]+|-#[ \t]+|>>>[ \t]?|>[ \t]+|[-*+][ \t]+))+/gmu;
const strikes = /~~|__/gu;
/** A star is a mark unless it stands between numbers or alone. */
const stars = /(?<![\d\s])\*+|\*+(?![\d\s])/gu;
/** `_this_` is emphasis, `snake_case` two words. */
const edgeUnderscores = /(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/** Without what markdown means to the eye. */
export function stripMarkup(pieces: readonly Piece[]): readonly Piece[] {
  return mapRaw(pieces, (text) =>
    text
      .replace(lineMarks, '')
      .replace(strikes, '')
      .replace(stars, '')
      .replace(edgeUnderscores, '')
      .replaceAll('_', ' ')
      .replaceAll('|', ' ')
      .replaceAll('`', ''),
  );
}

import type { ReadingPhrases } from '../words/reading-phrases.ts';
import { maskedLinks } from './masked-links.ts';
import { type Piece, raw, replaceFound, replaceRaw, saidWord } from './pieces.ts';

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

import type { ReadingPhrases } from '../words/reading-phrases.ts';
import { type Piece, raw, replaceRaw, saidWord } from './pieces.ts';

const masked = /\[([^\]\n]*)\]\(\s*<?https?:\/\/[^\s)>]+>?(?:\s+"[^"\n]*")?\s*\)/gu;
const bare = /<?\b(?:https?|discord):\/\/[^\s<>]+>?/giu;
/** Addresses one after another are one thing to hear. */
const looksLikeAddress = /^\s*\S*(?:\/\/|www\.)\S*\s*$/iu;

/** A link with a text is its text; an address is "a link", however long it is. */
export function readLinks(pieces: readonly Piece[], phrases: ReadingPhrases): readonly Piece[] {
  const withoutMasks = replaceRaw(pieces, masked, ([, text = '']) =>
    text.trim() === '' || looksLikeAddress.test(text) ? saidWord(phrases.link) : raw(text),
  );
  return replaceRaw(withoutMasks, bare, () => saidWord(phrases.link));
}

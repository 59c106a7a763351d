import type { ReadingPhrases } from '../words/reading-phrases.ts';
import { type Piece, replaceRaw, said, saidWord } from './pieces.ts';

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

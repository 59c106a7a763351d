import { weightedLength } from './characters.ts';
import { sentencesOf } from './sentences.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** After one of these, or a space, a sentence that is too long is cut with the least harm. */
const clauseEnd = /[,;:，、；：–—]\s*$/u;
const space = /\s$/u;
/** A mark and the spaces behind it. */
const longestClauseEnd = 8;

/**
 * Pieces of at most `limit` weighted characters that together are the text: at sentence ends, in a sentence that is too
 * long after a clause, else after a word, else between characters as people see them (graphemes).
 */
export function cutToFit(text: string, limit: number): readonly string[] {
  if (weightedLength(text) <= limit) return [text];
  return joinedToFit(
    sentencesOf(text).flatMap((sentence) => cutSentence(sentence, limit)),
    limit,
  );
}

function cutSentence(sentence: string, limit: number): readonly string[] {
  if (weightedLength(sentence) <= limit) return [sentence];
  const pieces: string[] = [];
  let piece = new OpenPiece();
  for (const { segment } of graphemes.segment(sentence)) {
    for (const part of unbroken(segment, limit)) {
      const length = weightedLength(part);
      while (piece.text && piece.length + length > limit) {
        const [cut, rest] = piece.cut();
        pieces.push(cut);
        piece = rest;
      }
      piece.add(part, length);
    }
  }
  return piece.text ? [...pieces, piece.text] : pieces;
}

/** A grapheme; its code points where it alone is longer than a message may be. */
function unbroken(grapheme: string, limit: number): readonly string[] {
  return weightedLength(grapheme) <= limit ? [grapheme] : [...grapheme];
}

/** A piece that still grows, and the best places in it to end it. */
class OpenPiece {
  text = '';
  length = 0;
  /** The last few characters: looking at the text itself would copy it each time. */
  #end = '';
  #afterClause = 0;
  #afterWord = 0;

  add(part: string, length: number): void {
    this.text += part;
    this.length += length;
    this.#end = `${this.#end}${part}`.slice(-longestClauseEnd);
    if (!space.test(part) && !clauseEnd.test(part)) return;
    this.#afterWord = this.text.length;
    if (clauseEnd.test(this.#end)) this.#afterClause = this.text.length;
  }

  /** What goes, and what stays for the next piece. */
  cut(): readonly [string, OpenPiece] {
    const half = this.text.length / 2;
    const place = [this.#afterClause, this.#afterWord].find((each) => each > half) ?? this.text.length;
    const rest = new OpenPiece();
    const left = this.text.slice(place);
    if (left) rest.add(left, weightedLength(left));
    return [this.text.slice(0, place), rest];
  }
}

function joinedToFit(pieces: readonly string[], limit: number): readonly string[] {
  const joined: string[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const more = weightedLength(piece);
    if (length + more > limit) {
      joined.push(piece);
      length = more;
    } else {
      joined[joined.length - 1] += piece;
      length += more;
    }
  }
  return joined;
}

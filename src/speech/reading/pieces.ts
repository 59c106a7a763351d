/**
 * A text on its way to being spoken. `said` is final, so a name that looks like a link or markup is never touched
 * again. Everything else is `raw`, as its author wrote it.
 */
export interface Piece {
  readonly text: string;
  readonly is: 'raw' | 'said';
}

export function rawPieces(text: string): readonly Piece[] {
  return text === '' ? [] : [{ text, is: 'raw' }];
}

/** Something found in a text, with its position. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Replaces each match in raw text with `replace(match)`. `said` is final; later steps may still change `raw`. */
export function replaceRaw(
  pieces: readonly Piece[],
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Piece,
): readonly Piece[] {
  const find = (text: string) =>
    Iterator.from(text.matchAll(pattern)).map((match) => ({
      match,
      from: match.index,
      to: match.index + match[0].length,
    }));
  return replaceFound(pieces, find, ({ match }) => replace(match));
}

/** The same for what no expression finds fast enough; `find` goes through the text once. */
export function replaceFound<Thing extends Found>(
  pieces: readonly Piece[],
  find: (text: string) => Iterable<Thing>,
  replace: (found: Thing) => Piece,
): readonly Piece[] {
  return pieces.flatMap((piece) => (piece.is === 'said' ? [piece] : replacedIn(piece.text, find, replace)));
}

function replacedIn<Thing extends Found>(
  text: string,
  find: (text: string) => Iterable<Thing>,
  replace: (found: Thing) => Piece,
): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of find(text)) {
    if (found.from > end) pieces.push({ text: text.slice(end, found.from), is: 'raw' });
    pieces.push(replace(found));
    end = found.to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), is: 'raw' });
  return pieces;
}

/** Said as a separate word. */
export function saidWord(text: string): Piece {
  return { text: ` ${text} `, is: 'said' };
}

/** Said in place, with nothing around it. */
export function said(text: string): Piece {
  return { text, is: 'said' };
}

export function raw(text: string): Piece {
  return { text, is: 'raw' };
}

/** Changes the raw pieces. */
export function mapRaw(pieces: readonly Piece[], change: (text: string) => string): readonly Piece[] {
  return pieces.map((piece) => (piece.is === 'said' ? piece : { text: change(piece.text), is: 'raw' }));
}

export function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/**
 * A text on its way to being spoken. What is `said` is final: a name that looks like a link or like markup is never
 * looked at again. Everything else is `raw`, as its author wrote it.
 */
export interface Piece {
  readonly text: string;
  readonly is: 'raw' | 'said';
}

export function rawPieces(text: string): readonly Piece[] {
  return text === '' ? [] : [{ text, is: 'raw' }];
}

/**
 * Puts `replace(match)` in the place of each match within what is still raw. `said` is final, `raw` may be looked at by
 * the steps after this one.
 */
export function replaceRaw(
  pieces: readonly Piece[],
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Piece,
): readonly Piece[] {
  return pieces.flatMap((piece) =>
    piece.is === 'said' ? [piece] : replacedIn(piece.text, pattern, replace),
  );
}

function replacedIn(text: string, pattern: RegExp, replace: (match: RegExpExecArray) => Piece): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), is: 'raw' });
    pieces.push(replace(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), is: 'raw' });
  return pieces;
}

/** Said as a word of its own. */
export function saidWord(text: string): Piece {
  return { text: ` ${text} `, is: 'said' };
}

/** Said where it stands, with nothing around it. */
export function said(text: string): Piece {
  return { text, is: 'said' };
}

export function raw(text: string): Piece {
  return { text, is: 'raw' };
}

/** Changes what is still raw. */
export function mapRaw(pieces: readonly Piece[], change: (text: string) => string): readonly Piece[] {
  return pieces.map((piece) => (piece.is === 'said' ? piece : { text: change(piece.text), is: 'raw' }));
}

export function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

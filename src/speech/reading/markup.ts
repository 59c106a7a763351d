import { mapRaw, type Piece } from './pieces.ts';

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

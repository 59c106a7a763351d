import type { ReadingPhrases } from '../words/reading.en.ts';
import { type Found, mapRaw, type Piece, raw, replaceFound, replaceRaw, said, saidWord } from './pieces.ts';

/**
 * Blocks of code, spoilers, inline code and escaped marks: whichever begins first holds what is inside it, as in
 * Discord's own reading. In one pass, so that code within a spoiler cannot give the spoiler away.
 */
const guarded = /```[\s\S]*?```|\|\|([\s\S]+?)\|\||``([\s\S]+?)``|`([^`]+)`|\\([^\s\p{L}\p{N}])/gu;

/** Blocks of code are named, spoilers kept secret, inline code read as it's written. */
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

/** `[text](https://…)`, with a title behind the address or without one. */
interface MaskedLink extends Found {
  readonly text: string;
}

const addressBegin = /<?https?:\/\/(?=[^\s)>])/uy;

/**
 * The masked links of a text. No expression does this in one pass: from each `[` it would look for the `]` again, and from
 * each address for its end.
 */
export function* maskedLinks(text: string): Generator<MaskedLink, void, undefined> {
  const lineEnd = new Ahead(text, /[\]\n]/gu);
  const addressEnd = new Ahead(text, /[\s)>]/gu);
  const titleEnd = new Ahead(text, /["\n]/gu);
  const spaceEnd = new Ahead(text, /\S/gu);

  /** Where the link ends whose address begins there; undefined when none does. */
  const endOf = (place: number): number | undefined => {
    addressBegin.lastIndex = spaceEnd.from(place);
    if (!addressBegin.test(text)) return undefined;
    const behind = addressEnd.from(addressBegin.lastIndex);
    const address = text[behind] === '>' ? behind + 1 : behind;
    const next = spaceEnd.from(address);
    if (text[next] === ')') return next + 1;
    if (text[next] !== '"' || next === address) return undefined;
    const title = titleEnd.from(next + 1);
    const end = spaceEnd.from(title + 1);
    return text[title] === '"' && text[end] === ')' ? end + 1 : undefined;
  };

  for (let from = text.indexOf('['); from >= 0; ) {
    // All brackets in front of the same end share its fate.
    const close = lineEnd.from(from + 1);
    const to = text.startsWith('](', close) ? endOf(close + 2) : undefined;
    if (to !== undefined) yield { from, to, text: text.slice(from + 1, close) };
    from = text.indexOf('[', to ?? close + 1);
  }
}

/** Where the next character of a kind stands. What was found is kept, so that all of a text's looks are one pass. */
class Ahead {
  readonly #text: string;
  readonly #wanted: RegExp;
  #from = 0;
  #found = -1;

  /** @param wanted one character, with the flag `g` */
  constructor(text: string, wanted: RegExp) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /** At that place or behind it; the text's end if there's none. */
  from(place: number): number {
    if (place >= this.#from && place <= this.#found) return this.#found;
    this.#wanted.lastIndex = place;
    const match = place > this.#text.length ? null : this.#wanted.exec(this.#text);
    this.#from = place;
    this.#found = match?.index ?? this.#text.length;
    return this.#found;
  }
}

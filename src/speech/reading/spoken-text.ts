import { stripDeceptive } from '../../discord/escape.ts';
import type { ReadingPhrases } from '../words/reading.en.ts';
import {
  type Found,
  joined,
  mapRaw,
  type Piece,
  raw,
  rawPieces,
  replaceFound,
  replaceRaw,
  said,
  saidWord,
} from './pieces.ts';
import { type ReferenceNames, readEmoji, readMassMentions, readReferences } from './references.ts';

interface TextReading {
  readonly names: ReferenceNames;
  readonly phrases: ReadingPhrases;
  /** Whether emoji are said. */
  readonly emoji: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Invisible characters that voices stumble over. Some of them join emoji, so emoji are handled first. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A message's text as it should sound: one line of plain words, empty if there's nothing to say. */
export function spokenText(content: string, reading: TextReading): string {
  const { phrases } = reading;
  const guarded = readGuarded(rawPieces(stripDeceptive(content)), phrases);
  const linked = readLinks(guarded, phrases);
  const named = readMassMentions(readReferences(linked, reading), phrases);
  const plain = stripMarkup(named);
  const words = readEmoji(plain, phrases.locale, reading.emoji ? phrases.emoji : undefined);
  return oneLine(limitRepetition(joined(words).replace(invisible, '')));
}

/** Repeating a character more often than this adds nothing. Digits stay, since 1000000 is a number. */
const mostRepeated = 3;
const characters = /([^\p{N}\s])\1{3,}/gu;
const marks = /([!?.,;:~…！？。，、])\1{2,}/gu;
const groups = /(\S{2,4}?)\1{3,}/gu;
const combining = /(\p{M}{2})\p{M}+/gu;

/** `noooooo` becomes `nooo`, `hahahahaha` becomes `hahaha`, `!!!!!!` becomes `!`, and towers of accents keep two. */
function limitRepetition(text: string): string {
  return text
    .replace(combining, '$1')
    .replace(marks, '$1')
    .replace(characters, (_, character: string) => character.repeat(mostRepeated))
    .replace(groups, (whole, group: string) =>
      /^\p{N}+$/u.test(group) ? whole : group.repeat(mostRepeated),
    );
}

/** Turns lines into sentences, so a voice pauses between them. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/gu, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .map((line, index, all) => (index < all.length - 1 && !/[\p{P}]$/u.test(line) ? `${line}.` : line))
    .join(' ')
    .replace(/ +([,.!?;:。，！？；：、])/gu, '$1')
    .trim();
}

/** Whether a voice can say any of it. */
export function canBeSaid(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * Code blocks, spoilers, inline code and escaped marks. Whichever begins first contains the rest, as in Discord. In one
 * pass, so code within a spoiler can't give the spoiler away.
 */
const guarded = /```[\s\S]*?```|\|\|([\s\S]+?)\|\||``([\s\S]+?)``|`([^`]+)`|\\([^\s\p{L}\p{N}])/gu;

/** Code blocks are only mentioned, spoilers stay secret, and inline code is read as it's written. */
function readGuarded(pieces: readonly Piece[], phrases: ReadingPhrases): readonly Piece[] {
  return replaceRaw(pieces, guarded, ([, spoiler, doubleTicked, ticked, escaped]) => {
    if (escaped !== undefined) return said(escaped);
    if (spoiler !== undefined) return saidWord(phrases.spoiler);
    const code = doubleTicked ?? ticked;
    return code === undefined ? saidWord(phrases.code) : said(code);
  });
}

const bare = /<?\b(?:https?|discord):\/\/[^\s<>]+>?/giu;

/** A link with a text is read as its text; an address is "a link", however long. */
function readLinks(pieces: readonly Piece[], phrases: ReadingPhrases): readonly Piece[] {
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

/**
 * Headings, small print, quotes and list marks at the beginning of lines. The numbers of lists stay, because they're
 * read.
 */
const lineMarks = /^(?:[ \t]*(?:#{1,3}[ \t]+|-#[ \t]+|>>>[ \t]?|>[ \t]+|[-*+][ \t]+))+/gmu;
const strikes = /~~|__/gu;
/** A star is a mark unless it's between numbers or alone. */
const stars = /(?<![\d\s])\*+|\*+(?![\d\s])/gu;
/** `_this_` is emphasis, `snake_case` is two words. */
const edgeUnderscores = /(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/** Removes markdown that only has a meaning for the eye. */
function stripMarkup(pieces: readonly Piece[]): readonly Piece[] {
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

/** `[text](https://…)`, with or without a title after the address. */
interface MaskedLink extends Found {
  readonly text: string;
}

const addressBegin = /<?https?:\/\/(?=[^\s)>])/uy;

/**
 * The masked links of a text. No expression finds them in one pass: it would look for `]` again from each `[`, and for
 * the end from each address.
 */
export function* maskedLinks(text: string): Generator<MaskedLink, void, undefined> {
  const lineEnd = new Ahead(text, /[\]\n]/gu);
  const addressEnd = new Ahead(text, /[\s)>]/gu);
  const titleEnd = new Ahead(text, /["\n]/gu);
  const spaceEnd = new Ahead(text, /\S/gu);

  /** Where the link ends whose address begins there; undefined if none does. */
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
    // All opening brackets before the same end have the same result.
    const close = lineEnd.from(from + 1);
    const to = text.startsWith('](', close) ? endOf(close + 2) : undefined;
    if (to !== undefined) yield { from, to, text: text.slice(from + 1, close) };
    from = text.indexOf('[', to ?? close + 1);
  }
}

/** Finds the next character of a kind. Remembers what it found, so all searches of a text are one pass. */
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

  /** At that place or after it; the end of the text if there's none. */
  from(place: number): number {
    if (place >= this.#from && place <= this.#found) return this.#found;
    this.#wanted.lastIndex = place;
    const match = place > this.#text.length ? null : this.#wanted.exec(this.#text);
    this.#from = place;
    this.#found = match?.index ?? this.#text.length;
    return this.#found;
  }
}

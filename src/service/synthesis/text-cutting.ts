import type { SynthesisProblem } from './problem.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** If a sentence is too long, it's best cut after one of these, or a space. */
const clauseEnd = /[,;:，、；：–—]\s*$/u;
const endingSpace = /\s$/u;
/** A mark and the spaces after it. */
const longestClauseEnd = 8;

/**
 * Cuts a text into pieces of at most `limit` weighted characters: at sentence ends, or if a sentence is too long after a
 * clause, else after a word, else between characters as people see them (graphemes).
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

/** A grapheme, or its code points if it alone is longer than a message may be. */
function unbroken(grapheme: string, limit: number): readonly string[] {
  return weightedLength(grapheme) <= limit ? [grapheme] : [...grapheme];
}

/** A piece that's still growing, and the best places to end it. */
class OpenPiece {
  text = '';
  length = 0;
  /** The last few characters, because looking at the text itself would copy it each time. */
  #end = '';
  #afterClause = 0;
  #afterWord = 0;

  add(part: string, length: number): void {
    this.text += part;
    this.length += length;
    this.#end = `${this.#end}${part}`.slice(-longestClauseEnd);
    if (!endingSpace.test(part) && !clauseEnd.test(part)) return;
    this.#afterWord = this.text.length;
    if (clauseEnd.test(this.#end)) this.#afterClause = this.text.length;
  }

  /** The finished piece, and the rest for the next one. */
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

/** Ends with a full stop that doesn't end the sentence, in languages that the service speaks. */
const abbreviation =
  /(?:^|[\s("'“‘(])(?:[A-Za-zÀ-ž]|Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Mt|vs|etc|approx|dept|est|fig|gen|gov|hon|inc|ltd|no|nos|op|pp|rep|rev|sgt|vol|e\.g|i\.e|cf|al|a\.m|p\.m|Abb|bzw|ca|d\.h|evtl|ggf|inkl|max|min|Nr|usw|u\.a|vgl|z\.B|MM|Mme|Mlle|av|env|p\.ex|Sra|Srta|Exmo|им|г|ул|т\.е|т\.д|т\.п|TP|ThS|TS|dll|dsb|yg)\.\s*$/iu;
/** `1.` at the beginning of a line is its number. */
const listNumber = /(?:^|\n)\s*\d{1,3}[.)]\s*$/u;
/** The end of a sentence, whatever follows: a terminator, closing marks, spaces. */
const terminated = /[.!?。！？｡．…‥؟।][\p{Pe}\p{Pf}"'”’」』）]*\s*$/u;
const endsInNumber = /\d[.,]\s*$/u;
const paragraphEnd = /\n$/u;
const newLine = /[\n\r\u2028\u2029]/u;
const space = /\s/u;

/** Longer than an abbreviation or a number with the closing marks around it. */
const longestEnd = 48;

const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, each with the spaces after it. The last one may be unfinished. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const { segment, index } of sentenceBreaks.segment(text)) {
    if (index === begin || goesOn(endOf(text, begin, index), segment)) continue;
    sentences.push(text.slice(begin, index));
    begin = index;
  }
  if (begin < text.length) sentences.push(text.slice(begin));
  return sentences;
}

/** Whether something that looks like an end goes on: `Dr. Ames`, `1. First`, `“Stop!” he said`. */
function goesOn(end: string, next: string): boolean {
  if (paragraphEnd.test(end)) return false;
  return abbreviation.test(end) || listNumber.test(end) || /^\p{Ll}/u.test(next);
}

/** Whether this is certainly a whole sentence, although nothing follows yet. */
export function isWholeSentence(sentence: string): boolean {
  const end = endOf(sentence, 0, sentence.length);
  if (paragraphEnd.test(end)) return true;
  return terminated.test(end) && !abbreviation.test(end) && !endsInNumber.test(end);
}

/**
 * Only as much as shows how it ends, with the spaces after it as one, because a long text is looked at again whenever it
 * grows.
 */
function endOf(text: string, begin: number, end: number): string {
  let last = end;
  let isParagraph = false;
  for (; last > begin && space.test(text.charAt(last - 1)); last -= 1)
    isParagraph ||= newLine.test(text.charAt(last - 1));
  const words = text.slice(Math.max(begin, last - longestEnd), last);
  return last === end ? words : `${words}${isParagraph ? '\n' : ' '}`;
}

const han = /\p{Script=Han}/u;

/** A tag, comment or instruction of SSML. It ends at the next `<` at the latest, so bad input stays cheap. */
const markup = /<(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/g;
const entity = /&(?:[a-z]{2,6}|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/**
 * Length as the service counts it: a Han character (kanji and hanja, too) is 2, any other is 1 (document 2 A,
 * `instruction`; field notes 2, billing). Characters are code points.
 */
export function weightedLength(text: string): number {
  let length = 0;
  for (const character of text) length += han.test(character) ? 2 : 1;
  return length;
}

/** What the service bills for a text (field notes 2). SSML tags don't count, and an entity counts as its character. */
export function billedCharacters(text: string, ssml = false): number {
  return weightedLength(ssml ? text.replace(markup, '').replace(entity, characterOf) : text);
}

/** No named entity stands for a Han character. */
function characterOf(_: string, decimal: string | undefined, hexadecimal: string | undefined): string {
  const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '26', 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '&';
}

/** Document 2, "Limits". Text is cut by what the service bills, the strictest reading of "characters". */
export const messageLimit = 20_000;
export const taskLimit = 200_000;

/**
 * What's wrong with a text. Plain text is never too long, because it continues in another message or task. SSML must fit
 * into one message (document 2 A, `enable_ssml`), where every character counts 1: the document only counts Han twice in
 * `instruction`.
 */
export function checkSpokenText(text: string, ssml = false): readonly SynthesisProblem[] {
  if (text.trim() === '') return [{ field: 'text', rule: 'empty' }];
  return ssml && [...text].length > messageLimit
    ? [{ field: 'text', rule: 'too-long', max: messageLimit }]
    : [];
}

import { type Passage, passage, type Sentence } from '../../call/captions/page.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import { ownName } from '../language-names.ts';
import type { InterpretedLine } from '../types.ts';

export interface UtterancesOptions {
  /** The languages of the call, in their order. */
  readonly languages: readonly LanguageCode[];
  /** The language of these pages. Undefined: what was said, with all translations below. */
  readonly language?: LanguageCode | undefined;
  /** The original is wanted, too. */
  readonly original: boolean;
  /** What's said in the language of these pages stands there, too, whether or not captions of it were wanted. */
  readonly own: boolean;
  /** After what ends before the speech does. */
  readonly cut: string;
}

/** What a person said at once, in all languages. */
interface Utterance {
  readonly id: string;
  readonly userId: string;
  readonly at: number;
  /** By the language they're in; their own is the one without a translation. */
  readonly lines: Map<LanguageCode | 'own', InterpretedLine>;
}

/** How far apart the sessions of one speaker can be. */
const farthestMs = 8_000;
/** As long as no words tell which sentence it is. */
const nearMs = 2_000;
const mostLines = 2_000;
const mostRecent = 40;
/** In UTF-16. */
const longestCompared = 200;
/** Of the shorter one: two sessions may hear the same a little differently. */
const leastAlike = 0.6;

/**
 * Puts a sentence's translations together. Each language has a session of its own that doesn't know the others, so lines
 * belong together if the same person said the same words at about the same time.
 */
export class Utterances {
  readonly #options: UtterancesOptions;
  readonly #ofLine = new BoundedMap<string, Utterance>(mostLines);
  #recent: readonly Utterance[] = [];

  constructor(options: UtterancesOptions) {
    this.#options = options;
  }

  /** What a line's sentence reads like now; undefined if it isn't for these pages. */
  read(line: InterpretedLine): Sentence | undefined {
    const { language, own } = this.#options;
    const isTheirs = language === undefined || (line.to ?? line.from) === language;
    if (!isTheirs && !(own && line.from === language)) return undefined;
    const utterance = this.#ofLine.get(line.id) ?? this.#utteranceOf(line);
    this.#ofLine.set(line.id, utterance);
    utterance.lines.set(line.to ?? 'own', line);
    return this.#sentence(utterance);
  }

  #utteranceOf(line: InterpretedLine): Utterance {
    const { id, userId, at } = line;
    const wordsIn = ({ lines }: Utterance) =>
      [...lines.values()].map(wordsOf).reduce((one, other) => (other.length > one.length ? other : one), '');
    const free = this.#recent.filter(
      (each) =>
        each.userId === userId && !each.lines.has(line.to ?? 'own') && Math.abs(each.at - at) <= farthestMs,
    );
    const words = wordsOf(line);
    const said = free.map((each) => ({ each, apartMs: Math.abs(each.at - at), words: wordsIn(each) }));
    const alike = said.filter((other) => isAlike(words, other.words));
    const near = said.filter((other) => other.apartMs <= nearMs && (words === '' || other.words === ''));
    const found = (alike.length > 0 ? alike : near).toSorted((one, other) => one.apartMs - other.apartMs);
    const [known] = found;
    if (known) return known.each;
    const begun = { id, userId, at, lines: new Map() };
    this.#recent = [...this.#recent, begun].slice(-mostRecent);
    return begun;
  }

  #sentence({ id, userId, lines }: Utterance): Sentence {
    const { language, original, languages } = this.#options;
    const own = lines.get('own');
    const targets = [...lines.values()].filter(({ to }) => to !== undefined).toSorted(inOrderOf(languages));
    const marks = language === undefined && languages.length > 2;
    const said = passagesOf(own ? [own] : targets.toSorted(longestFirst), (line) => this.#source(line))[0];
    const translated = passagesOf(targets, (line) => this.#translation(line, marks));
    const speaker = `<@${userId}>`;
    if (language !== undefined) {
      if (own || targets.some(({ from }) => from === language)) return { id, speaker, said, below: [] };
      // The translation is what these pages are read for.
      return { id, speaker, said: translated[0], below: original && said ? [said] : [] };
    }
    if (original || own || translated.length === 0) return { id, speaker, said, below: translated };
    return { id, speaker, said: translated[0], below: translated.slice(1) };
  }

  #source(line: InterpretedLine): Passage | undefined {
    const isAll = line.to === undefined || !passage(line.translation);
    return passage(line.original, { cut: isAll ? this.#cutOf(line) : undefined });
  }

  #translation(line: InterpretedLine, isMarked: boolean): Passage | undefined {
    const mark = isMarked && line.to ? ownName(line.to) : undefined;
    return passage(line.translation, { mark, cut: this.#cutOf(line) });
  }

  #cutOf({ final, cut }: InterpretedLine): string | undefined {
    return final && cut ? this.#options.cut : undefined;
  }
}

function passagesOf(
  lines: readonly InterpretedLine[],
  read: (line: InterpretedLine) => Passage | undefined,
): readonly Passage[] {
  return lines.map(read).filter((each) => each !== undefined);
}

/** Each session hears the original; one of them may be ahead. */
function longestFirst({ original: one }: InterpretedLine, { original: other }: InterpretedLine): number {
  return other.sure.length + other.unsure.length - one.sure.length - one.unsure.length;
}

function inOrderOf(languages: readonly LanguageCode[]) {
  const placeOf = ({ to }: InterpretedLine) => (to === undefined ? -1 : languages.indexOf(to));
  return (one: InterpretedLine, other: InterpretedLine) => placeOf(one) - placeOf(other);
}

/** Letters and digits of what was said, as far as it's known. */
function wordsOf({ original: { sure, unsure } }: InterpretedLine): string {
  return `${sure}${unsure}`
    .slice(0, longestCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Both begin alike: one of them may know less of it so far. */
function isAlike(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  let same = 0;
  while (same < length && one[same] === other[same]) same += 1;
  return length > 0 && same >= length * leastAlike;
}

import { distance } from 'fastest-levenshtein';
import type { AddressingSettings } from '../settings/addressing.ts';

/** A spoken turn. */
export interface SpokenTurn {
  readonly userId: string;
  readonly text: string;
  /** How many people take part in the call, including the speaker. */
  readonly participants: number;
  readonly atMs: number;
}

/** Words are compared the way a recogniser hears them: without case, accents and anything that isn't a letter. */
const noLetters = /[^\p{L}\p{N}]+/gu;
/** How many mistakes a recogniser may make, by the length of the name: one letter in four. */
const lettersPerMistake = 4;
const shortestTolerated = 4;
const longestRead = 2_000;

/**
 * Whether the bot was meant. Deterministic on purpose, because models don't decide this well (turn-taking: facts).
 * Alone with one person, it always is. With several, it is if its name comes up, even misheard, or shortly after it
 * answered the same person.
 */
export class Addressing {
  readonly #settings: AddressingSettings;
  readonly #names: readonly string[];
  readonly #answered = new Map<string, number>();

  constructor(settings: AddressingSettings) {
    this.#settings = settings;
    this.#names = settings.names.map(folded).filter((name) => name !== '');
  }

  isMeant(turn: SpokenTurn): boolean {
    const { mode } = this.#settings;
    if (mode === 'always' || (mode === 'auto' && turn.participants <= 1)) return true;
    return this.namesIt(turn.text) || (mode === 'auto' && this.#followsUp(turn));
  }

  /** The bot finished an answer, so this person doesn't need its name for a moment. */
  answered(userId: string, atMs: number): void {
    this.#answered.set(userId, atMs);
  }

  forget(userId: string): void {
    this.#answered.delete(userId);
  }

  namesIt(text: string): boolean {
    const words = text
      .slice(0, longestRead)
      .split(noLetters)
      .map(folded)
      .filter((word) => word !== '');
    const joined = words.join('');
    return this.#names.some((name) => {
      if (hasNoSpaces(name)) return joined.includes(name);
      // A recogniser may split a word in two.
      return words.some(
        (word, index) => sounds(word, name) || sounds(`${word}${words[index + 1] ?? ''}`, name),
      );
    });
  }

  #followsUp({ userId, atMs }: SpokenTurn): boolean {
    const at = this.#answered.get(userId);
    return at !== undefined && atMs - at <= this.#settings.followUpMs;
  }
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(noLetters, '');
}

/** Han, kana and the like have no spaces, so a name can be anywhere. */
function hasNoSpaces(name: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name);
}

function sounds(word: string, name: string): boolean {
  if (word === name) return true;
  if (
    name.length < shortestTolerated ||
    Math.abs(word.length - name.length) > name.length / lettersPerMistake
  )
    return false;
  return distance(word, name) <= Math.floor(name.length / lettersPerMistake);
}

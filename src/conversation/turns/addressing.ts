import { distance } from 'fastest-levenshtein';
import type { AddressingSettings } from '../settings/addressing.ts';

/** A spoken turn. */
export interface SpokenTurn {
  readonly userId: string;
  readonly text: string;
  /** How many people take part in the call, the speaker among them. */
  readonly participants: number;
  readonly atMs: number;
}

/** Words are compared as they sound to a recogniser: without case, accents and what is no letter. */
const noLetters = /[^\p{L}\p{N}]+/gu;
/** How far the recogniser may be off, by the length of the name: one letter in four. */
const lettersPerMistake = 4;
const shortestTolerated = 4;
const longestRead = 2_000;

/**
 * Whether the bot was meant. Deterministic on purpose: models do not decide this well (turn-taking: facts). Alone with one
 * person it always was; with several, when its name occurs, spelled as a recogniser might, or shortly after it answered
 * the same person.
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

  /** The bot finished an answer: for a moment this person needs no name. */
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
      // A recogniser may write one word as two.
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

/** Han, kana and the like are written without spaces, so a name may stand anywhere. */
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

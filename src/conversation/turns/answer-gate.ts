import { distance } from 'fastest-levenshtein';
import { BoundedMap } from '../../operations/bounded-map.ts';
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

/** A turn as the service knows it. */
export interface JudgedTurn {
  readonly itemId: string;
  readonly userId: string | undefined;
  readonly atMs: number;
}

interface Turn extends JudgedTurn {
  verdict: 'open' | 'meant' | 'not-meant';
  text: string;
}

/** How long to wait for a transcript; after that, the bot wasn't addressed. */
const patienceMs = 4_000;
const mostTurns = 50;

/**
 * Holds each answer until it's known that its turn was meant for the bot: the service answers everything it hears, and
 * transcripts come up to a second later.
 */
export class AnswerGate {
  readonly #options;
  readonly #turns = new BoundedMap<string, Turn>(mostTurns);
  readonly #waiting = new Map<string, { readonly turn: Turn | undefined; readonly sinceMs: number }>();
  #last: Turn | undefined;

  constructor(options: {
    readonly addressing: Addressing;
    /** How many participants are in the channel. */
    readonly participants: () => number;
    /**
     * Whether an answer has to wait although its turn was meant for the bot, because an interruption isn't decided yet.
     */
    readonly mustWait: () => boolean;
    /** The answer may be heard, or isn't wanted. Once per answer. */
    readonly tell: (verdict: { readonly responseId: string; readonly meant: boolean }) => void;
  }) {
    this.#options = options;
  }

  /** A turn is over, and the service will answer it. `meant`: they pressed a button, so there's no doubt. */
  committed(itemId: string, userId: string | undefined, nowMs: number, meant = false): void {
    const turn = this.#turn(itemId, userId, nowMs);
    this.#last = turn;
    if (meant && turn.verdict === 'open') turn.verdict = 'meant';
    this.#judge(turn, '', false);
  }

  /** The turn's words so far. A name in them decides at once. */
  hearing(itemId: string, text: string): void {
    const turn = this.#turns.get(itemId);
    if (turn) this.#judge(turn, text, false);
  }

  heard(itemId: string, text: string): void {
    const turn = this.#turns.get(itemId);
    if (turn) this.#judge(turn, text, true);
  }

  /** It wasn't a turn: it was the bot's own voice, or nothing. May come before it's committed. */
  refuse(itemId: string, nowMs: number): void {
    const turn = this.#turns.get(itemId) ?? this.#turn(itemId, undefined, nowMs);
    turn.verdict = 'not-meant';
    this.settle();
  }

  /** What's held now isn't wanted, regardless of its turn. */
  refuseHeld(): void {
    for (const responseId of [...this.#waiting.keys()])
      if (this.#waiting.delete(responseId)) this.#options.tell({ responseId, meant: false });
  }

  /** The turn that the service answers next: the last one. */
  get turn(): JudgedTurn | undefined {
    return this.#last;
  }

  /** The service began an answer to the last turn, or (`certain`) one that we asked for. */
  started(responseId: string, nowMs: number, certain: boolean): void {
    this.#waiting.set(responseId, { turn: certain ? undefined : this.#last, sinceMs: nowMs });
    this.settle();
  }

  tick(nowMs: number): void {
    for (const { turn, sinceMs } of this.#waiting.values())
      if (turn?.verdict === 'open' && nowMs - sinceMs >= patienceMs) turn.verdict = 'not-meant';
    this.settle();
  }

  /** Reports every verdict that's known by now. */
  settle(): void {
    for (const [responseId, { turn }] of [...this.#waiting]) {
      // The service spoke without anyone's turn, which is allowed.
      const verdict = turn?.verdict ?? 'meant';
      if (verdict === 'open' || (verdict === 'meant' && this.#options.mustWait())) continue;
      if (!this.#waiting.delete(responseId)) continue;
      this.#options.tell({ responseId, meant: verdict === 'meant' });
    }
  }

  #judge(turn: Turn, text: string, final: boolean): void {
    const { userId = '', itemId, atMs } = turn;
    if (text) turn.text = text;
    if (turn.verdict === 'open') {
      const participants = this.#options.participants();
      const meant = this.#options.addressing.isMeant({ userId, text: turn.text, participants, atMs });
      if (meant) turn.verdict = 'meant';
      else if (final) turn.verdict = 'not-meant';
    }
    this.#turns.set(itemId, turn);
    this.settle();
  }

  #turn(itemId: string, userId: string | undefined, atMs: number): Turn {
    const known = this.#turns.get(itemId);
    const turn: Turn = {
      itemId,
      userId,
      atMs,
      verdict: known?.verdict ?? 'open',
      text: known?.text ?? '',
    };
    this.#turns.set(itemId, turn);
    return turn;
  }
}

import { BoundedMap } from '../../operations/bounded-map.ts';
import type { Addressing } from './addressing.ts';

export interface AnswerGateOptions {
  readonly addressing: Addressing;
  /** How many participants are in the channel. */
  readonly participants: () => number;
  /**
   * Whether an answer has to wait although its turn was meant for the bot, because an interruption isn't decided yet.
   */
  readonly mustWait: () => boolean;
  /** The answer may be heard, or isn't wanted. Once per answer. */
  readonly onVerdict: (responseId: string, meant: boolean) => void;
  /** How long to wait for a transcript; after that, the bot wasn't addressed. */
  readonly patienceMs?: number;
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

const defaultPatienceMs = 4_000;
const mostTurns = 50;

/**
 * Holds each answer until it's known that its turn was meant for the bot: the service answers everything it hears, and
 * transcripts come up to a second later.
 */
export class AnswerGate {
  readonly #options: AnswerGateOptions;
  readonly #turns = new BoundedMap<string, Turn>(mostTurns);
  readonly #waiting = new Map<string, { readonly turn: Turn | undefined; readonly sinceMs: number }>();
  #last: Turn | undefined;

  constructor(options: AnswerGateOptions) {
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
      if (this.#waiting.delete(responseId)) this.#options.onVerdict(responseId, false);
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
    const { patienceMs = defaultPatienceMs } = this.#options;
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
      this.#options.onVerdict(responseId, verdict === 'meant');
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

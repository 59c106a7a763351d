import type { Clock } from '../../operations/clock.ts';
import { inputBytesPerMs } from '../../service/realtime/audio.ts';
import { longestKeptMs, midSentenceMs, mostUnsentMs } from './session-limits.ts';

/** A session that hears what was kept. */
export interface Hearer {
  /** Milliseconds of sound that the connection hasn't sent yet. */
  readonly waitingMs: number;
  append(pcm: Uint8Array): void;
  /** Where our code ends turns: makes one of what was appended and asks for an answer. */
  endTurn?(): void;
}

type Piece = Uint8Array | 'end-of-turn';

const everyMs = 20;

/**
 * What people say until the service has it as a turn: what waits for a session, and what the session that ends in
 * mid-sentence takes with it. In order; beyond a length the oldest is dropped.
 */
export class Backlog {
  readonly #clock: Clock;
  readonly #keptMs: number;
  readonly #waiting = new Pieces();
  readonly #given = new Pieces();
  readonly #voices = new Set<string>();
  #givenAtMs = 0;

  /** @param keptMs how much of it may wait */
  constructor(clock: Clock, keptMs = longestKeptMs) {
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  get waitingMs(): number {
    return this.#waiting.lengthMs;
  }

  /** They can be heard in what's added from now on. */
  voiced(userId: string): void {
    this.#voices.add(userId);
  }

  /** They left. Voices are mixed, so everything goes if theirs is in it. */
  withdraw(userId: string): void {
    if (this.#voices.has(userId)) this.clear();
  }

  /** No session takes it yet. Returns how many milliseconds had to be dropped. */
  add(pcm: Uint8Array): number {
    this.#waiting.push(pcm);
    return this.#waiting.trim(this.#keptMs);
  }

  /** Gives it to a session at once, which may not have it as a turn yet. */
  give(hearer: Hearer, piece: Piece): void {
    if (piece === 'end-of-turn') hearer.endTurn?.();
    else hearer.append(piece);
    const nowMs = this.#clock.now();
    if (nowMs - this.#givenAtMs > midSentenceMs) this.#given.clear();
    if (this.#given.isEmpty && (piece === 'end-of-turn' || isSilent(piece))) return;
    this.#givenAtMs = nowMs;
    this.#given.push(piece);
    this.#given.trim(longestKeptMs);
  }

  endTurn(): void {
    if (!this.#waiting.isEmpty) this.#waiting.push('end-of-turn');
  }

  /** The service has it as a turn. */
  noteTurn(): void {
    this.#given.clear();
    if (this.#waiting.isEmpty) this.#voices.clear();
  }

  /** What a session has already isn't given to another one. */
  forgetGiven(): void {
    this.#given.clear();
  }

  /** The session is over. True: someone was in mid-sentence, and all of that sentence waits for the next session. */
  takeBack(): boolean {
    const isMidSentence = !this.#given.isEmpty && this.#clock.now() - this.#givenAtMs <= midSentenceMs;
    if (isMidSentence) this.#waiting.putBefore(this.#given);
    this.#given.clear();
    return isMidSentence;
  }

  clear(): void {
    this.#waiting.clear();
    this.#given.clear();
    this.#voices.clear();
  }

  /** Gives everything, including what's added along the way, no faster than the connection takes it. Never rejects. */
  async giveTo(hearer: Hearer, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#waiting.isEmpty) {
      while (!this.#waiting.isEmpty && hearer.waitingMs < mostUnsentMs) this.#giveNext(hearer);
      if (!this.#waiting.isEmpty) await this.#clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }

  giveAllTo(hearer: Hearer): void {
    while (!this.#waiting.isEmpty) this.#giveNext(hearer);
  }

  #giveNext(hearer: Hearer): void {
    const piece = this.#waiting.take();
    if (piece) this.give(hearer, piece);
  }
}

export function isSilent(pcm: Uint8Array): boolean {
  return pcm.every((byte) => byte === 0);
}

/** Sound in the order it was said, and where turns end in it. */
class Pieces {
  #all: Piece[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  get lengthMs(): number {
    return this.#bytes / inputBytesPerMs;
  }

  push(piece: Piece): void {
    this.#all.push(piece);
    this.#bytes += bytesIn(piece);
  }

  take(): Piece | undefined {
    const piece = this.#all.shift();
    if (piece !== undefined) this.#bytes -= bytesIn(piece);
    return piece;
  }

  /** Drops the oldest beyond that length. Returns how many milliseconds that was. */
  trim(mostMs: number): number {
    const beforeMs = this.lengthMs;
    while (this.lengthMs > mostMs) this.take();
    return beforeMs - this.lengthMs;
  }

  putBefore(earlier: Pieces): void {
    this.#all = [...earlier.#all, ...this.#all];
    this.#bytes += earlier.#bytes;
  }

  clear(): void {
    this.#all = [];
    this.#bytes = 0;
  }
}

function bytesIn(piece: Piece): number {
  return piece === 'end-of-turn' ? 0 : piece.length;
}

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

/** One person's sound, and nobody else's. */
export interface Sound {
  readonly pcm: Uint8Array;
  readonly userId: string | undefined;
}

type Piece = Sound | 'end-of-turn';

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
  readonly #onGiven: ((hearer: Hearer, sound: Sound) => void) | undefined;
  #givenAtMs = 0;

  /** @param keptMs how much of it may wait @param onGiven a session was given it */
  constructor(clock: Clock, keptMs = longestKeptMs, onGiven?: (hearer: Hearer, sound: Sound) => void) {
    this.#clock = clock;
    this.#keptMs = keptMs;
    this.#onGiven = onGiven;
  }

  get waitingMs(): number {
    return this.#waiting.lengthMs;
  }

  /** They left, so nothing of theirs is given to any other session. */
  withdraw(userId: string): void {
    this.#waiting.remove(userId);
    this.#given.remove(userId);
  }

  /** No session takes it yet. Returns how many milliseconds had to be dropped. */
  add(sound: Sound): number {
    this.#waiting.push(sound);
    return this.#waiting.trim(this.#keptMs);
  }

  /** Gives it to a session at once, which may not have it as a turn yet. */
  give(hearer: Hearer, piece: Piece): void {
    if (piece === 'end-of-turn') hearer.endTurn?.();
    else {
      hearer.append(piece.pcm);
      this.#onGiven?.(hearer, piece);
    }
    const nowMs = this.#clock.now();
    if (nowMs - this.#givenAtMs > midSentenceMs) this.#given.clear();
    if (this.#given.isEmpty && (piece === 'end-of-turn' || isSilent(piece.pcm))) return;
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

  remove(userId: string): void {
    this.#all = this.#all.filter((piece) => piece === 'end-of-turn' || piece.userId !== userId);
    this.#bytes = this.#all.reduce((sum, piece) => sum + bytesIn(piece), 0);
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
  return piece === 'end-of-turn' ? 0 : piece.pcm.length;
}

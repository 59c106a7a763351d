import type { Clock } from '../../operations/clock.ts';
import { inputBytesPerMs } from '../../service/realtime/audio.ts';
import type { TranslationSession } from '../../service/realtime/translation/translation-types.ts';

const everyMs = 20;
/** How much a session may have waiting; it drops what waits too long. */
const mostWaitingMs = 1_000;

/** What a speaker says while no session can hear it yet. If it gets too long, the oldest part is dropped. */
export class Backlog {
  readonly #longestMs: number;
  readonly #clock: Clock;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(longestMs: number, clock: Clock) {
    this.#longestMs = longestMs;
    this.#clock = clock;
  }

  get lengthMs(): number {
    return this.#bytes / inputBytesPerMs;
  }

  /** Returns how many milliseconds had to be dropped. */
  add(pcm: Uint8Array): number {
    this.#chunks.push(pcm);
    this.#bytes += pcm.length;
    let dropped = 0;
    while (this.lengthMs > this.#longestMs) dropped += this.#take()?.length ?? 0;
    return dropped / inputBytesPerMs;
  }

  /**
   * Sends everything, including what's added along the way, no faster than the connection takes it. Stops when it's
   * empty or no longer wanted.
   */
  async giveTo(session: TranslationSession, isWanted: () => boolean, signal: AbortSignal): Promise<void> {
    while (isWanted() && this.lengthMs > 0) {
      while (this.lengthMs > 0 && session.waitingMs < mostWaitingMs) this.#give(session);
      if (this.lengthMs > 0) await this.#clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }

  giveAllTo(session: TranslationSession): void {
    while (this.lengthMs > 0) this.#give(session);
  }

  clear(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }

  #give(session: TranslationSession): void {
    const pcm = this.#take();
    if (pcm) session.append(pcm);
  }

  #take(): Uint8Array | undefined {
    const chunk = this.#chunks.shift();
    this.#bytes -= chunk?.length ?? 0;
    return chunk;
  }
}

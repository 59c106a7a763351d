import type { Clock } from '../../operations/clock.ts';
import type { TranslationSession } from '../../service/realtime/translation/translation-types.ts';
import { Backlog } from './backlog.ts';

export interface KeptWordsOptions {
  readonly longestWaitMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The oldest words were dropped. Called once until a session is open again. */
  readonly onLost: () => void;
}

/** Keeps what a speaker says while no session can hear it, until a session has all of it or none can be opened. */
export class KeptWords {
  /** Resolves when everything was handed over or dropped. */
  readonly gone: Promise<void>;
  readonly #options: KeptWordsOptions;
  readonly #backlog: Backlog;
  readonly #onGone: () => void;
  #draining: TranslationSession | undefined;
  #wasLost = false;

  constructor(options: KeptWordsOptions) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    this.#onGone = resolve;
    this.#options = options;
    this.#backlog = new Backlog(options.longestWaitMs, options.clock);
  }

  get any(): boolean {
    return this.#backlog.lengthMs > 0;
  }

  add(pcm: Uint8Array): void {
    const dropped = this.#backlog.add(pcm);
    if (dropped === 0 || this.#wasLost) return;
    this.#wasLost = true;
    this.#options.onLost();
  }

  /** A session is open, so the next loss is reported again. */
  reopened(): void {
    this.#wasLost = false;
  }

  /** Resolves to false if that session is already getting it. */
  async giveTo(session: TranslationSession, isWanted: () => boolean): Promise<boolean> {
    if (this.#draining === session) return false;
    this.#draining = session;
    await this.#backlog.giveTo(session, isWanted, this.#options.signal);
    if (this.#draining === session) this.#draining = undefined;
    return true;
  }

  giveAllTo(session: TranslationSession): void {
    this.#backlog.giveAllTo(session);
  }

  /** What waits by now; more may come. */
  clear(): void {
    this.#backlog.clear();
  }

  forget(): void {
    this.#backlog.clear();
    this.#onGone();
  }
}

import type { Clock } from '../../operations/clock.ts';
import type { TranslationSession } from '../../service/realtime/translation/translation-types.ts';
import { Backlog } from './backlog.ts';

export interface KeptWordsOptions {
  readonly longestWaitMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The oldest of them had to go; told once until a session stands. */
  readonly onLost: () => void;
}

/** What a speaker says while no session can hear it, until a session has all of it or there's no way any more. */
export class KeptWords {
  /** All of it was given away, or forgotten. */
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

  /** A session stands: what's lost from now on is told again. */
  reopened(): void {
    this.#wasLost = false;
  }

  /** Resolves to false when it's being given to that session already. */
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

  forget(): void {
    this.#backlog.clear();
    this.#onGone();
  }
}

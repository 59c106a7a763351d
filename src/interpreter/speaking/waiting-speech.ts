import type { KeptVoice } from '../../call/speaking/kept-voice.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';

/** A translation that will be said out loud. */
export interface Spoken {
  readonly id: string;
  readonly userId: string;
  readonly to: LanguageCode;
  /** When the original began, in epoch milliseconds. */
  readonly at: number;
  readonly voice: KeptVoice;
  /** Sound that came before its turn. */
  readonly sound: Uint8Array[];
  /** When its first sound came. */
  readyAt: number | undefined;
  addedAt: number;
  ended: boolean;
}

export interface WaitingSpeechOptions {
  readonly now: () => number;
  /** How long a translation waits for an earlier one, and how late it may be if there's a newer one. */
  readonly catchUpMs: number;
}

/** Translations waiting to be said, in the order their originals began. */
export class WaitingSpeech {
  readonly #options: WaitingSpeechOptions;
  #line: readonly Spoken[] = [];

  constructor(options: WaitingSpeechOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#line.length;
  }

  get oldest(): Spoken | undefined {
    return this.#line[0];
  }

  /** At least one has sound. */
  get anyReady(): boolean {
    return this.#line.some(({ readyAt }) => readyAt !== undefined);
  }

  /** The first one with sound, unless an earlier one in its language may still come in time. */
  get next(): Spoken | undefined {
    const { now, catchUpMs } = this.#options;
    const awaited = new Set<LanguageCode>();
    for (const spoken of this.#line) {
      const { readyAt, to } = spoken;
      if (readyAt === undefined) awaited.add(to);
      else if (!awaited.has(to) || now() - readyAt >= catchUpMs) return spoken;
    }
    return undefined;
  }

  /** The ones that are too late. */
  get stale(): readonly Spoken[] {
    return this.#line.filter((spoken) => this.isStale(spoken));
  }

  /** It's late, and something newer in its language is ready. */
  isStale({ readyAt, to, at }: Spoken): boolean {
    const { now, catchUpMs } = this.#options;
    if (readyAt === undefined || now() - readyAt <= catchUpMs) return false;
    return this.#line.some((each) => each.to === to && each.at > at && each.readyAt !== undefined);
  }

  add(spoken: Spoken): void {
    const later = this.#line.findIndex(({ at }) => at > spoken.at);
    this.#line = this.#line.toSpliced(later < 0 ? this.#line.length : later, 0, spoken);
  }

  find(id: string): Spoken | undefined {
    return this.#line.find((each) => each.id === id);
  }

  remove(id: string): void {
    this.#line = this.#line.filter((each) => each.id !== id);
  }

  removeOf(userId: string): void {
    this.#line = this.#line.filter((each) => each.userId !== userId);
  }
}

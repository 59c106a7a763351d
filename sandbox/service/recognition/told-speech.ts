export interface ToldSpeechParts {
  readonly now: () => number;
  /** Rejects when it's aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

interface Told {
  readonly at: number;
  readonly text: string;
}

/** How long after the last word a recogniser may say what it understood. */
const laterMs = 2_500;
/** How long before the service heard speech it may have begun. */
const earlierMs = 1_500;
/** A browser that says nothing for this long is gone. */
const listensForMs = 90_000;
const mostKept = 50;

/** What people's browsers recognised at their real microphones, which the sandbox itself can't understand. */
export class ToldSpeech {
  readonly #parts: ToldSpeechParts;
  /** By person: until when their browser counts as listening. */
  readonly #listening = new Map<string, number>();
  #told: readonly Told[] = [];
  #next = Promise.withResolvers<void>();

  constructor(parts: ToldSpeechParts) {
    this.#parts = parts;
  }

  /** That person's browser listens, or stopped. */
  listens(userId: string, on: boolean): void {
    if (on) this.#listening.set(userId, this.#parts.now() + listensForMs);
    else this.#listening.delete(userId);
  }

  tell(userId: string, text: string): void {
    this.listens(userId, true);
    this.#told = [...this.#told, { at: this.#parts.now(), text }].slice(-mostKept);
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  get isListening(): boolean {
    const now = this.#parts.now();
    return [...this.#listening.values()].some((until) => until > now);
  }

  /** For one session, which takes each text once. */
  listener(): ToldListener {
    const taken = new Set<Told>();
    const take = (since: number) => {
      const fresh = this.#told.filter((each) => each.at >= since && !taken.has(each));
      for (const each of fresh) taken.add(each);
      return fresh.map(({ text }) => text).join(' ');
    };
    return {
      textOf: async (audioMs) => {
        const since = this.#parts.now() - audioMs - earlierMs;
        const known = take(since);
        if (known !== '' || !this.isListening) return known === '' ? undefined : known;
        const over = new AbortController();
        const late = this.#parts.sleep(laterMs, over.signal).catch(() => undefined);
        await Promise.race([this.#next.promise, late]);
        over.abort();
        const came = take(since);
        return came === '' ? undefined : came;
      },
    };
  }
}

export interface ToldListener {
  /** What was recognised of speech of that length that has just ended; undefined if nobody's browser says. */
  textOf(audioMs: number): Promise<string | undefined>;
}

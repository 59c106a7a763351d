import type { Logger } from 'pino';
import type { CallEvent } from './types.ts';

interface Watching {
  readonly listener: () => void;
  /** What they watch; everything if absent. */
  readonly of: (() => unknown) | undefined;
  /** What that was, as text. */
  was: string | undefined;
}

/** Those who watch a call. If one throws, the others still hear about it. Only changes are passed on. */
export class CallView<Line> {
  readonly #log: Logger;
  readonly #changes = new Set<Watching>();
  readonly #listeners = new Set<(event: CallEvent<Line>) => void>();
  readonly #snapshot: () => string;
  #shown = '';

  /** @param snapshot everything that's shown, as one text */
  constructor(log: Logger, snapshot: () => string) {
    this.#log = log;
    this.#snapshot = snapshot;
  }

  /** @param of what has to have changed; without it, anything */
  onChange(listener: () => void, of?: () => unknown): () => void {
    const watching = { listener, of, was: JSON.stringify(of?.()) };
    this.#changes.add(watching);
    return () => void this.#changes.delete(watching);
  }

  watch(listener: (event: CallEvent<Line>) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed(): void {
    const snapshot = this.#snapshot();
    if (snapshot === this.#shown) return;
    this.#shown = snapshot;
    for (const watching of [...this.#changes]) {
      const now = JSON.stringify(watching.of?.());
      if (watching.of && now === watching.was) continue;
      watching.was = now;
      this.#guarded(watching.listener);
    }
  }

  tell(event: CallEvent<Line>): void {
    for (const listener of [...this.#listeners]) this.#guarded(() => listener(event));
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log.error({ err: error }, 'a listener of a call failed');
    }
  }
}

/** The last problem, until something works again. Problems that last for the whole call come back after that. */
export class TroubleBoard<Trouble extends string> {
  readonly #forTheCall: ReadonlySet<Trouble>;
  #lasting: Trouble | undefined;
  #passing: Trouble | undefined;

  /** @param forTheCall problems that don't go away by themselves */
  constructor(forTheCall: ReadonlySet<Trouble>) {
    this.#forTheCall = forTheCall;
  }

  get shown(): Trouble | undefined {
    return this.#passing ?? this.#lasting;
  }

  tell(trouble: Trouble): void {
    if (this.#forTheCall.has(trouble)) this.#lasting = trouble;
    else this.#passing = trouble;
  }

  /** These are over; others stay. */
  mended(...troubles: readonly Trouble[]): void {
    if (this.#passing !== undefined && troubles.includes(this.#passing)) this.#passing = undefined;
  }

  worked(): void {
    this.#passing = undefined;
  }
}

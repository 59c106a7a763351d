import type { Clock } from '../operations/clock.ts';

export interface AttendanceOptions {
  readonly clock: Clock;
  /** How long the last person's place is kept. */
  readonly graceMs: number;
  /** How long the call may be silent before it ends. */
  readonly idleMs: number;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
  /** Nobody came back. */
  readonly onDeserted: (lastUserId: string) => void;
  readonly onIdle: () => void;
}

/** Who agreed to be heard in a call, and how long it goes on without them. */
export class Attendance {
  readonly #options: AttendanceOptions;
  readonly #people = new Set<string>();
  #grace: AbortController | undefined;
  #activeAt: number;

  constructor(options: AttendanceOptions) {
    this.#options = options;
    this.#activeAt = options.clock.now();
  }

  get people(): ReadonlySet<string> {
    return this.#people;
  }

  /** False if they already take part. */
  join(userId: string): boolean {
    if (this.#people.has(userId)) return false;
    this.#people.add(userId);
    this.#grace?.abort();
    this.active();
    return true;
  }

  /** False if they didn't take part. */
  leave(userId: string): boolean {
    if (!this.#people.delete(userId)) return false;
    if (this.#people.size === 0) this.#waitForSomebody(userId);
    return true;
  }

  /** Call it when a person speaks, joins or gets an answer. */
  active(): void {
    this.#activeAt = this.#options.clock.now();
  }

  /** Runs until the call is over. */
  async watch(): Promise<void> {
    const { clock, idleMs, signal, onIdle } = this.#options;
    while (!signal.aborted) {
      const dueInMs = this.#activeAt + idleMs - clock.now();
      if (dueInMs <= 0) {
        onIdle();
        return;
      }
      await clock.sleep(dueInMs, signal).catch(() => undefined);
    }
  }

  #waitForSomebody(lastUserId: string): void {
    const { clock, graceMs, signal, onDeserted } = this.#options;
    const grace = new AbortController();
    this.#grace = grace;
    clock.sleep(graceMs, AbortSignal.any([signal, grace.signal])).then(
      () => onDeserted(lastUserId),
      () => undefined,
    );
  }
}

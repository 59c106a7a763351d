import type { Clock } from '../operations/clock.ts';

/** How long a call waits for someone to come back after the last person left. */
const graceMs = 20_000;

/** Nobody came back, or nobody said anything. */
type Desertion = { readonly is: 'deserted'; readonly lastUserId: string } | { readonly is: 'idle' };

/** Who agreed to be heard in a call, and how long it goes on without them. */
export class Attendance {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #signal: AbortSignal;
  readonly #tell: (desertion: Desertion) => void;
  readonly #people = new Set<string>();
  #grace: AbortController | undefined;
  #activeAt: number;

  /** @param idleMs how long the call may be silent before it ends @param signal aborts when the call is over */
  constructor(clock: Clock, idleMs: number, signal: AbortSignal, tell: (desertion: Desertion) => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#signal = signal;
    this.#tell = tell;
    this.#activeAt = clock.now();
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
    this.#activeAt = this.#clock.now();
  }

  /** Runs until the call is over. */
  async watch(): Promise<void> {
    while (!this.#signal.aborted) {
      const dueInMs = this.#activeAt + this.#idleMs - this.#clock.now();
      if (dueInMs <= 0) {
        this.#tell({ is: 'idle' });
        return;
      }
      await this.#clock.sleep(dueInMs, this.#signal).catch(() => undefined);
    }
  }

  #waitForSomebody(lastUserId: string): void {
    const grace = new AbortController();
    this.#grace = grace;
    this.#clock.sleep(graceMs, AbortSignal.any([this.#signal, grace.signal])).then(
      () => this.#tell({ is: 'deserted', lastUserId }),
      () => undefined,
    );
  }
}

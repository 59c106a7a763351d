import { BoundedMap } from './bounded-map.ts';
import { type Clock, withTimeout } from './clock.ts';
import { type SharedPace, takeTurn } from './paces.ts';

/** The rate limiter for "so many in any minute": remembers when the latest ones went, or will go. */
export class SlidingWindow {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #spanMs: number;
  #slots: number[] = [];

  constructor(clock: Clock, most: number, spanMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#spanMs = spanMs;
  }

  /** How many went in the last span, or are waiting. */
  get used(): number {
    const since = this.#clock.now() - this.#spanMs;
    this.#slots = this.#slots.filter((slot) => slot > since);
    return this.#slots.length;
  }

  /** When the next one may go (epoch ms), if `spare` places stay free for others. */
  freeAt(spare = 0): number {
    const now = this.#clock.now();
    const full = this.used - (this.#most - spare);
    return full < 0 ? now : Math.max(now, (this.#slots[full] ?? now) + this.#spanMs);
  }

  /** Takes a place now. False if there's none. */
  take(): boolean {
    if (this.used >= this.#most) return false;
    this.#slots.push(this.#clock.now());
    return true;
  }

  /** Takes the next place, however far away, and returns its time. */
  reserve(): number {
    const slot = this.freeAt();
    this.#slots.push(slot);
    return slot;
  }

  giveBack(slot: number): void {
    const at = this.#slots.lastIndexOf(slot);
    if (at >= 0) this.#slots.splice(at, 1);
  }
}

/** So many within a time span for each key, such as a person. Anything beyond is refused, not queued. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #spanMs: number;
  readonly #windows = new Map<string, SlidingWindow>();

  constructor(clock: Clock, most: number, spanMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#spanMs = spanMs;
  }

  /** False if that's too many. True counts. */
  take(key: string): boolean {
    for (const [each, window] of this.#windows) if (window.used === 0) this.#windows.delete(each);
    const window = this.#windows.get(key) ?? new SlidingWindow(this.#clock, this.#most, this.#spanMs);
    this.#windows.set(key, window);
    return window.take();
  }
}

/** The rate limiter for so much time between two of a key, such as a channel. The first one to ask goes first. */
export class SpacedTurns {
  readonly #clock: Clock;
  readonly #betweenMs: number;
  /** The last turn of each key that was given away. */
  readonly #turns: BoundedMap<string, number>;

  /** @param mostKeys how many are remembered */
  constructor(clock: Clock, betweenMs: number, mostKeys: number) {
    this.#clock = clock;
    this.#betweenMs = betweenMs;
    this.#turns = new BoundedMap(mostKeys);
  }

  /** From when on nobody has a turn there. */
  freeAt(key: string): number {
    return (this.#turns.get(key) ?? Number.NEGATIVE_INFINITY) + this.#betweenMs;
  }

  /** The next turn there; nobody else gets it. */
  takeTurn(key: string): number {
    const atMs = Math.max(this.#clock.now(), this.freeAt(key));
    this.#turns.set(key, atMs);
    return atMs;
  }
}

/** The rate limiter for bursts and even spacing: first come, first served, one token each. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Clock;
  readonly #shared: SharedPace | undefined;
  #tokens: number;
  #filledAt: number;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    {
      burst = 1,
      perSecond,
      shared,
    }: {
      /** How many tokens can be saved up (default 1: evenly spaced). */
      readonly burst?: number;
      readonly perSecond: number;
      /** The rate is for all processes together, under this name. Default: there's only this one. */
      readonly shared?: SharedPace | undefined;
    },
    clock: Clock,
  ) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#shared = shared;
    this.#tokens = burst;
    this.#filledAt = clock.now();
  }

  /** Resolves once it has a token, to when that was due. Rejects with the signal's reason, without using one. */
  async take(signal?: AbortSignal): Promise<number> {
    const turn = this.#queue.then(() => this.#wait(signal));
    this.#queue = turn.catch(() => undefined);
    // The ones ahead may still have a long wait.
    await withTimeout(turn, Number.POSITIVE_INFINITY, this.#clock, signal);
    return await turn;
  }

  async #wait(signal: AbortSignal | undefined): Promise<number> {
    signal?.throwIfAborted();
    this.#fill();
    while (this.#tokens < 1) {
      await this.#clock.sleep(Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1_000), signal);
      this.#fill();
    }
    const due = this.#shared ? await this.#awaitOthers(this.#shared, signal) : this.#clock.now();
    this.#tokens -= 1;
    return due;
  }

  /** One place at a time among other processes', so that none of them is overrun by who has the longest queue. */
  async #awaitOthers({ name, paces }: SharedPace, signal: AbortSignal | undefined): Promise<number> {
    const pace = { name, most: this.#burst, spanMs: (this.#burst / this.#perSecond) * 1_000 };
    return await takeTurn(paces, pace, this.#clock, { signal });
  }

  /** A clock that's set back neither adds nor removes tokens. */
  #fill(): void {
    const now = this.#clock.now();
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs / 1_000) * this.#perSecond);
  }
}

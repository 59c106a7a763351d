import { speakingMs } from './session-limits.ts';

/** A speaker's session, which takes one of the call's slots. */
export interface SlotHolder {
  /** When its speaker was last heard, in epoch milliseconds. */
  readonly heardAtMs: number;
  /** It gets a slot. */
  granted(): void;
  /** Others need its slot, so it finishes and then gives it back. */
  evict(): void;
}

/**
 * The session pool of a call: its slots. When they're all taken, the session whose speaker has been silent longest makes room.
 * Someone who's speaking never does, so then it takes until one of them is silent.
 */
export class SessionSlots {
  readonly #most: number;
  readonly #now: () => number;
  readonly #held = new Set<SlotHolder>();
  readonly #leaving = new Set<SlotHolder>();
  #waiting: SlotHolder[] = [];

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  get taken(): number {
    return this.#held.size;
  }

  request(holder: SlotHolder): void {
    if (this.#held.has(holder) || this.#waiting.includes(holder)) return;
    this.#waiting.push(holder);
    this.review();
  }

  /** It no longer has a session or waits for one. Idempotent. */
  release(holder: SlotHolder): void {
    this.#waiting = this.#waiting.filter((each) => each !== holder);
    this.#leaving.delete(holder);
    if (this.#held.delete(holder)) this.review();
  }

  /** Called as time passes, since a speaker may have fallen silent. */
  review(): void {
    while (this.#held.size < this.#most) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#held.add(next);
      next.granted();
    }
    while (this.#leaving.size < this.#waiting.length) {
      const silent = this.#longestSilent;
      if (!silent) return;
      this.#leaving.add(silent);
      silent.evict();
    }
  }

  get #longestSilent(): SlotHolder | undefined {
    const silent = [...this.#held]
      .filter((holder) => !this.#leaving.has(holder) && this.#now() - holder.heardAtMs >= speakingMs)
      .toSorted((one, other) => one.heardAtMs - other.heardAtMs);
    return silent[0];
  }
}

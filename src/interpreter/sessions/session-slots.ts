/** A speaker's session, which takes one of the call's places. */
export interface SlotHolder {
  /** When its speaker was last heard, in epoch milliseconds. */
  readonly heardAtMs: number;
  /** A place is free for it. */
  granted(): void;
  /** Others need its place: it finishes, and gives the place back when it has. */
  evict(): void;
}

/** Someone heard within that time is still speaking. */
const speakingMs = 1_500;

/**
 * The places for sessions that a call has. When all are taken, the one whose speaker was silent longest makes way; nobody
 * who is speaking does, so then it takes until one of them is silent.
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

  /** It has no session any more, or doesn't wait for one. Idempotent. */
  release(holder: SlotHolder): void {
    this.#waiting = this.#waiting.filter((each) => each !== holder);
    this.#leaving.delete(holder);
    if (this.#held.delete(holder)) this.review();
  }

  /** Time went by: a speaker may have fallen silent. */
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

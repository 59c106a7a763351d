import type { EndpointingSettings } from './endpointing.ts';

/**
 * The pause that ends a turn, learnt for each speaker: people who speak without a break are answered soon, people who
 * think between words are let finish. After each turn it moves towards the longest pause that the speaker made in it.
 */
export class LearntPauses {
  readonly #settings: EndpointingSettings;
  readonly #learnt = new Map<string, number>();

  constructor(settings: EndpointingSettings) {
    this.#settings = settings;
  }

  /** Milliseconds of silence after which this person has finished. */
  of(userId: string): number {
    return this.#learnt.get(userId) ?? this.#settings.pauseMs;
  }

  /** A turn is over; `longestMs` is the longest pause after which its speaker went on, 0 for none. */
  turnEnded(userId: string, longestMs: number): void {
    const { memory, marginMs } = this.#settings;
    const seen = this.#within(longestMs + marginMs);
    this.#learnt.set(userId, this.#within(memory * this.of(userId) + (1 - memory) * seen));
  }

  /** The person went on after their turn had been ended: they were cut off, so the pause was too short at once. */
  cutOff(userId: string, pauseMs: number): void {
    const needed = this.#within(pauseMs + this.#settings.marginMs);
    this.#learnt.set(userId, Math.max(this.of(userId), (this.of(userId) + needed) / 2));
  }

  forget(userId: string): void {
    this.#learnt.delete(userId);
  }

  #within(pauseMs: number): number {
    return Math.min(this.#settings.longestPauseMs, Math.max(this.#settings.shortestPauseMs, pauseMs));
  }
}

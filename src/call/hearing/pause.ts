import type { EndpointingSettings } from './endpointing.ts';

/**
 * Learns for each speaker which pause ends a turn: people who speak without breaks get quick answers, people who think
 * between words can finish. After each turn it moves towards the longest pause within it.
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

  /** A turn is over. `longestMs` is the longest pause that its speaker continued after, or 0. */
  turnEnded(userId: string, longestMs: number): void {
    const { memory, marginMs } = this.#settings;
    const seen = this.#within(longestMs + marginMs);
    this.#learnt.set(userId, this.#within(memory * this.of(userId) + (1 - memory) * seen));
  }

  /** The person went on after their turn was ended. They were cut off, so the pause grows right away. */
  cutOff(userId: string, pauseMs: number): void {
    const needed = this.#within(pauseMs + this.#settings.marginMs);
    this.#learnt.set(userId, Math.max(this.of(userId), needed));
  }

  forget(userId: string): void {
    this.#learnt.delete(userId);
  }

  #within(pauseMs: number): number {
    return Math.min(this.#settings.longestPauseMs, Math.max(this.#settings.shortestPauseMs, pauseMs));
  }
}

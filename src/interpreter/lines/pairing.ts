import { Utterance } from './utterance.ts';

/**
 * Matches translations with what was said. The service doesn't link them, so they're paired in order. Sound that wasn't
 * understood has no translation and is skipped.
 */
export class Pairing {
  readonly #name: (number: number) => string;
  #open: Utterance[] = [];
  #count = 0;

  constructor(name: (number: number) => string) {
    this.#name = name;
  }

  /** All unfinished utterances, oldest first. */
  get open(): readonly Utterance[] {
    return this.#open;
  }

  /** The utterance for an item; a new one if nothing announced it. */
  ofItem(itemId: string, nowMs: number): Utterance {
    const known = this.#open.find((each) => each.itemId === itemId);
    if (known) return known;
    const utterance = this.#open.find((each) => each.itemId === undefined) ?? this.#begin(nowMs);
    utterance.itemId = itemId;
    return utterance;
  }

  ofResponse(responseId: string, nowMs: number): Utterance {
    const known = this.#open.find((each) => each.responseId === responseId);
    if (known) return known;
    const waiting = this.#open.filter((each) => each.responseId === undefined);
    const worded = waiting.find((each) => each.hasWords || each.originalDoneAt !== undefined);
    const utterance = worded ?? waiting[0] ?? this.#begin(nowMs);
    utterance.responseId = responseId;
    return utterance;
  }

  close(utterance: Utterance): void {
    this.#open = this.#open.filter((each) => each !== utterance);
  }

  #begin(nowMs: number): Utterance {
    this.#count += 1;
    const utterance = new Utterance(this.#name(this.#count), nowMs);
    this.#open.push(utterance);
    return utterance;
  }
}

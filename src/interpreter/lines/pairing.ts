import type { GrowingText } from '../types.ts';

const nothing: GrowingText = { sure: '', unsure: '' };

/** One utterance in one session: what was said and its translation, which arrive separately. */
export class Utterance {
  readonly id: string;
  readonly at: number;
  itemId: string | undefined;
  responseId: string | undefined;
  original: GrowingText = nothing;
  translation: GrowingText = nothing;
  /** When the original was complete, or was given up on. */
  originalDoneAt: number | undefined;
  /** When their voice was heard last in it, once the service noticed its end. */
  endedMs: number | undefined;
  understood = true;
  /** It's the bot's own voice, so nobody said it. */
  isOwn = false;
  /** When the translation ended, and whether it was complete. */
  responseEndedAt: number | undefined;
  whole = false;
  /** The voice that says translations out loud has been told about it. */
  announced = false;
  /** When it was shown last, and whether there's more by now. */
  shownAt = Number.NEGATIVE_INFINITY;
  stale = false;

  constructor(id: string, at: number) {
    this.id = id;
    this.at = at;
  }

  /** Some of it was understood. */
  get hasWords(): boolean {
    return /\S/.test(this.original.sure) || /\S/.test(this.original.unsure);
  }

  get length(): number {
    const { original, translation } = this;
    return (
      original.sure.length + original.unsure.length + translation.sure.length + translation.unsure.length
    );
  }

  get isDone(): boolean {
    return this.originalDoneAt !== undefined && this.responseEndedAt !== undefined;
  }
}

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

/** Treats all of it as final. */
export function settled({ sure, unsure }: GrowingText): GrowingText {
  return { sure: `${sure}${unsure}`, unsure: '' };
}

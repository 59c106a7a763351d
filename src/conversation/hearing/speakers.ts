import { BoundedMap } from '../../operations/bounded-map.ts';

/** How many items' speakers are remembered. Transcripts come seconds later, not minutes. */
const mostItems = 100;

/**
 * Who said what: the room knows who speaks, the service knows items. A turn belongs to the person who spoke most in it.
 */
export class Speakers {
  readonly #items = new BoundedMap<string, string>(mostItems);
  readonly #voiced = new Map<string, number>();
  /** The speaker of a turn that's over and that the service hasn't reported yet. */
  #ended: string | undefined;
  #last: string | undefined;

  /** 20 ms of a participant's speech were sent. */
  voiced(userId: string): void {
    this.#voiced.set(userId, (this.#voiced.get(userId) ?? 0) + 1);
    this.#last = userId;
  }

  turnEnded(): void {
    this.#ended = this.#loudest() ?? this.#ended;
    this.#voiced.clear();
  }

  /** The service hears speech. */
  started(itemId: string): void {
    this.#note(itemId, this.#loudest() ?? this.#ended ?? this.#last);
  }

  /** The service has a turn; returns its speaker. */
  committed(itemId: string): string | undefined {
    const userId = this.#ended ?? this.#loudest() ?? this.#items.get(itemId) ?? this.#last;
    this.#ended = undefined;
    this.#note(itemId, userId);
    return userId;
  }

  of(itemId: string): string | undefined {
    return this.#items.get(itemId) ?? this.#loudest() ?? this.#last;
  }

  /** This person's turns that are still remembered. */
  itemsOf(userId: string): readonly string[] {
    return [...this.#items].filter(([, speaker]) => speaker === userId).map(([itemId]) => itemId);
  }

  /** A participant left the conversation. */
  forget(userId: string): void {
    this.#voiced.delete(userId);
    if (this.#ended === userId) this.#ended = undefined;
    if (this.#last === userId) this.#last = undefined;
  }

  #loudest(): string | undefined {
    return [...this.#voiced].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  }

  #note(itemId: string, userId: string | undefined): void {
    if (userId === undefined) return;
    this.#items.set(itemId, userId);
  }
}

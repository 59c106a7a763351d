import { randomBytes } from 'node:crypto';
import type { Seat } from './voice-server-types.ts';

/** What one token opens: a seat, as long as no newer one of that person in that guild was given. */
export interface Place {
  readonly token: string;
  seat: Seat;
}

const keptSpentTokens = 1_000;

/** Who was let in by the main gateway, and with which token. */
export class Places {
  readonly #places = new Map<string, Place>();
  readonly #spent = new Set<string>();

  give(seat: Seat): Place {
    this.take(seat.guildId, seat.userId);
    const place: Place = { token: randomBytes(16).toString('hex'), seat };
    this.#places.set(nameOf(seat.guildId, seat.userId), place);
    return place;
  }

  of(guildId: string, userId: string): Place | undefined {
    return this.#places.get(nameOf(guildId, userId));
  }

  isCurrent(place: Place): boolean {
    return this.of(place.seat.guildId, place.seat.userId) === place;
  }

  take(guildId: string, userId: string): void {
    const place = this.of(guildId, userId);
    if (!place) return;
    this.#places.delete(nameOf(guildId, userId));
    this.#spent.add(place.token);
    const [oldest] = this.#spent;
    if (this.#spent.size > keptSpentTokens && oldest !== undefined) this.#spent.delete(oldest);
  }

  /** Whether this token was valid once, so that its session is over rather than unknown. */
  wasGood(token: string): boolean {
    return this.#spent.has(token);
  }
}

function nameOf(guildId: string, userId: string): string {
  return `${guildId}/${userId}`;
}

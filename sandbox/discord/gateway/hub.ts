import type { GatewayEvent } from './protocol.ts';
import type { Session } from './session.ts';

const sessionLifeMs = 5 * 60_000;

/** All sessions, and the one way by which events reach them. */
export class Hub {
  readonly sessions = new Map<string, Session>();
  readonly #now: () => number;
  #identifiedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  publish(event: GatewayEvent): void {
    this.#forgetOld();
    for (const session of this.sessions.values()) {
      const wanted = event.intents === 0 || !session.isBot || (session.intents & event.intents) !== 0;
      if (wanted && event.seenBy(session.userId)) session.dispatch(event.name, event.data(session));
    }
  }

  /** Sends an event to the sessions of one user, whatever their intents. */
  tell(userId: string, name: string, data: unknown): void {
    for (const session of this.sessions.values()) if (session.userId === userId) session.dispatch(name, data);
  }

  sessionsOf(userId: string): readonly Session[] {
    return [...this.sessions.values()].filter((session) => session.userId === userId);
  }

  /** Whether a bot may identify again, as `max_concurrency` 1 allows it; counts it if so. */
  admitsIdentify(intervalMs: number): boolean {
    if (this.#now() - this.#identifiedAt < intervalMs) return false;
    this.#identifiedAt = this.#now();
    return true;
  }

  /** A session that was let go longer ago than Discord keeps them. */
  isOld(session: Session): boolean {
    return session.detachedAt !== undefined && this.#now() - session.detachedAt > sessionLifeMs;
  }

  #forgetOld(): void {
    for (const session of this.sessions.values())
      if (this.isOld(session) && this.#now() - (session.detachedAt ?? 0) > 2 * sessionLifeMs)
        this.sessions.delete(session.id);
  }
}

import type { GatewayEvent } from './protocol.ts';
import type { Session } from './session.ts';
import { isForShard } from './shards.ts';

const sessionLifeMs = 5 * 60_000;

/** All sessions, and the one way by which events reach them. */
export class Hub {
  readonly sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  publish(event: GatewayEvent): void {
    this.#forgetOld();
    for (const session of this.sessions.values()) {
      const wanted = event.intents === 0 || !session.isBot || (session.intents & event.intents) !== 0;
      if (!wanted || !event.seenBy(session.userId)) continue;
      const data = event.data(session);
      if (isForShard(session, event.name, data)) session.dispatch(event.name, data);
    }
  }

  /** Sends an event to the sessions of one user on its guild's shard, whatever their intents. */
  tell(userId: string, name: string, data: unknown): void {
    for (const session of this.sessionsOf(userId))
      if (isForShard(session, name, data)) session.dispatch(name, data);
  }

  sessionsOf(userId: string): readonly Session[] {
    return [...this.sessions.values()].filter((session) => session.userId === userId);
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

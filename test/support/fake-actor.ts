import type { Actor, Held, Permission } from '../../src/authority/actor.ts';
import { actorFrom } from '../../src/discord/actor.ts';

export interface FakeActorFacts {
  readonly userId: string;
  readonly guildId: string;
  /** From roles. */
  readonly everywhere?: readonly Permission[];
  /** In these channels and no others; every channel of the guild can be seen when absent. */
  readonly channels?: Readonly<Record<string, readonly Permission[]>>;
}

export function held(...permissions: readonly Permission[]): Held {
  return new Set(permissions);
}

/** Somebody with exactly these permissions; `lookedUp` tells each channel that was computed. */
export function fakeActor(
  { userId, guildId, everywhere = [], channels }: FakeActorFacts,
  lookedUp: string[] = [],
): Actor {
  return actorFrom({
    userId,
    guildId,
    everywhere: held(...everywhere),
    lookUp: (channelId) => {
      lookedUp.push(channelId);
      if (!channels) return held('ViewChannel', ...everywhere);
      const found = channels[channelId];
      return found && held(...found);
    },
  });
}

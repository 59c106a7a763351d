import type {
  BaseInteraction,
  PermissionResolvable,
  PermissionsBitField,
  PermissionsString,
  RepliableInteraction,
} from 'discord.js';
import type { Permission } from '../authority/actor.ts';
import { isModerator, moderatorPermissions } from '../authority/moderator.ts';
import { Refusal } from '../refusal/refusal.ts';
import { actorOf } from './actor.ts';

/**
 * A condition that holds before a handler runs, as a value. It rejects with a `Refusal`, or resolves.
 * Ready-made ones follow.
 */
export interface Guard {
  readonly name: string;
  /** About the person: one that it refuses gets no suggestions either. */
  readonly ofPerson?: boolean;
  check(interaction: BaseInteraction): Promise<void> | void;
}

/**
 * Runs guards in order as far as they answer at once, and throws the first refusal. What is left, from the first guard
 * that needs time, is awaited by the returned function: the interaction is deferred in between, because Discord waits
 * three seconds only.
 */
export function beginGuards(
  guards: readonly Guard[],
  interaction: RepliableInteraction,
): () => Promise<void> {
  for (const [index, guard] of guards.entries()) {
    const answer = guard.check(interaction);
    if (!answer) continue;
    // Held as a value, so that a rejection before it's awaited doesn't count as unhandled.
    const settled = answer.then(
      () => ({ passed: true }) as const,
      (reason: unknown) => ({ passed: false, reason }) as const,
    );
    return async () => {
      const outcome = await settled;
      if (!outcome.passed) throw outcome.reason;
      for (const later of guards.slice(index + 1)) await later.check(interaction);
    };
  }
  return async () => {};
}

/** Only in a server of which the bot is a member. The dispatcher sees to it by itself; here for what calls it not. */
export const guildOnly: Guard = {
  name: 'guild-only',
  check(interaction) {
    if (!interaction.inCachedGuild()) throw new Refusal({ code: 'guild-only' });
  },
};

/**
 * The bot has all of these in the channel of the interaction, as Discord itself computed them (`app_permissions`).
 * In a thread, `SendMessagesInThreads` stands in for `SendMessages`.
 */
export function botMay(...permissions: readonly PermissionsString[]): Guard {
  return {
    name: `bot-may:${permissions.join('+')}`,
    check(interaction) {
      const inThread = interaction.channel?.isThread() ?? false;
      const needed = inThread ? permissions.map(inThreadNeeds) : permissions;
      const missing = missingFrom(interaction.appPermissions, needed);
      if (missing.length === 0) return;
      throw new Refusal({
        code: 'bot-lacks-permissions',
        permissions: missing,
        channelId: interaction.channelId ?? '',
      });
    },
  };
}

/** The person has all of these in the whole server, whatever a channel adds; administrators always have. */
export function youMay(...permissions: readonly Permission[]): Guard {
  return {
    name: `you-may:${permissions.join('+')}`,
    ofPerson: true,
    check(interaction) {
      if (!interaction.inCachedGuild()) throw new Refusal({ code: 'guild-only' });
      const { everywhere } = actorOf(interaction);
      const missing = permissions.filter((permission) => !everywhere.has(permission));
      if (missing.length > 0) throw new Refusal({ code: 'you-lack-permissions', permissions: missing });
    },
  };
}

/** The person is a moderator of the server, by either permission that makes one. */
export const moderatorsOnly: Guard = {
  name: 'moderators-only',
  ofPerson: true,
  check(interaction) {
    if (!interaction.inCachedGuild()) throw new Refusal({ code: 'guild-only' });
    if (!isModerator(actorOf(interaction)))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
  },
};

function inThreadNeeds(permission: PermissionsString): PermissionsString {
  return permission === 'SendMessages' ? 'SendMessagesInThreads' : permission;
}

function missingFrom(
  held: Readonly<PermissionsBitField>,
  needed: readonly PermissionsString[],
): readonly PermissionsString[] {
  const resolvable: PermissionResolvable = [...needed];
  return held.missing(resolvable);
}

/** Does the bot work for a guild? */
export type Serves = (guildId: string) => boolean;

/** Only for the listed ones; for all of them without a list. */
export function servedGuilds(allowedIds: readonly string[] | undefined): Serves {
  if (!allowedIds) return () => true;
  const allowed = new Set(allowedIds);
  return (guildId) => allowed.has(guildId);
}

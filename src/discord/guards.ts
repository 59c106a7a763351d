import type { BaseInteraction, PermissionsString } from 'discord.js';
import type { Permission } from '../authority/actor.ts';
import { isModerator, moderatorPermissions } from '../authority/moderator.ts';
import { Refusal } from '../refusal/refusal.ts';
import { actorOf } from './actor.ts';
import { needBotIn } from './resolved-permissions.ts';

/**
 * A condition to check before a handler runs, as a value. It resolves, or rejects with a `Refusal`. The ready-made ones
 * are below. That it happens in a server, the dispatcher has checked.
 */
export interface Guard {
  readonly name: string;
  /** It's about the person: if it refuses them, they get no suggestions either. */
  readonly ofPerson?: boolean;
  check(interaction: BaseInteraction<'cached'>): Promise<void> | void;
}

/** The bot has all of these in the interaction's channel: `needBotIn`, as a guard. */
export function botMay(...permissions: readonly PermissionsString[]): Guard {
  return {
    name: `bot-may:${permissions.join('+')}`,
    check: (interaction) => needBotIn(interaction, interaction.channelId, permissions),
  };
}

/** The person has all of these in the whole server, regardless of channels. Administrators always do. */
export function youMay(...permissions: readonly Permission[]): Guard {
  return {
    name: `you-may:${permissions.join('+')}`,
    ofPerson: true,
    check(interaction) {
      const { everywhere } = actorOf(interaction);
      const missing = permissions.filter((permission) => !everywhere.has(permission));
      if (missing.length > 0) throw new Refusal({ code: 'you-lack-permissions', permissions: missing });
    },
  };
}

/** The person is a moderator of the server, by either of the permissions for that. */
export const moderatorsOnly: Guard = {
  name: 'moderators-only',
  ofPerson: true,
  check(interaction) {
    if (!isModerator(actorOf(interaction)))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
  },
};

/** Whether the bot works for a guild. */
export type Serves = (guildId: string) => boolean;

/** Only the listed ones; all of them without a list. */
export function servedGuilds(allowedIds: readonly string[] | undefined): Serves {
  if (!allowedIds) return () => true;
  const allowed = new Set(allowedIds);
  return (guildId) => allowed.has(guildId);
}

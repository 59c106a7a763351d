import type { PermissionResolvable, PermissionsBitField, PermissionsString } from 'discord.js';
import type { Permission } from '../authority/actor.ts';
import { isModerator, moderatorPermissions } from '../authority/moderator.ts';
import { Refusal } from '../refusal/refusal.ts';
import { actorOf } from './actor.ts';
import type { Guard } from './guard.ts';

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

import { type PermissionResolvable, PermissionsBitField, type PermissionsString } from 'discord.js';
import { Refusal } from '../refusal/refusal.ts';
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

/** The person has all of these in the channel of the interaction; administrators always have. */
export function youMay(...permissions: readonly PermissionsString[]): Guard {
  return {
    name: `you-may:${permissions.join('+')}`,
    check(interaction) {
      const missing = missingFrom(interaction.memberPermissions ?? new PermissionsBitField(), permissions);
      if (missing.length > 0) throw new Refusal({ code: 'you-lack-permissions', permissions: missing });
    },
  };
}

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

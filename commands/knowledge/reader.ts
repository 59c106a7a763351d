import { type BaseInteraction, PermissionFlagsBits } from 'discord.js';
import type { Reader } from '../../src/knowledge/access.ts';

/** Who asks, and where: the channel with what it is in, so that what is allowed in a channel is allowed in its threads. */
export function readerOf(interaction: BaseInteraction<'cached'>): Reader {
  const { channel, channelId, guildId, guild, user, member, memberPermissions } = interaction;
  const parent = channel?.parentId ? guild.channels.cache.get(channel.parentId) : undefined;
  return {
    guildId,
    userId: user.id,
    channelIds: [channelId, channel?.parentId, parent?.parentId].filter((id) => typeof id === 'string'),
    roleIds: [...member.roles.cache.keys()],
    moderator: memberPermissions.has(PermissionFlagsBits.ManageGuild),
  };
}

import type { BaseInteraction } from 'discord.js';
import { actorOf } from '../../src/discord/actor.ts';
import type { Reader } from '../../src/knowledge/access.ts';

/** Who asks, and where: the channel with what it is in, so that what is allowed in a channel is allowed in its threads. */
export function readerOf(interaction: BaseInteraction<'cached'>): Reader {
  const { channel, channelId, guild, member } = interaction;
  const parent = channel?.parentId ? guild.channels.cache.get(channel.parentId) : undefined;
  return {
    ...actorOf(interaction),
    channelIds: [channelId, channel?.parentId, parent?.parentId].filter((id) => typeof id === 'string'),
    roleIds: [...member.roles.cache.keys()],
  };
}

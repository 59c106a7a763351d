import type { BaseInteraction } from 'discord.js';
import { actorOf, placesOf } from '../../src/discord/actor.ts';
import type { Reader } from '../../src/knowledge/access.ts';

/** Who asks, and where: the channel with what it's in, so that a channel's permissions apply to its threads. */
export function readerOf(interaction: BaseInteraction<'cached'>): Reader {
  const { channelId, guild, member } = interaction;
  return {
    ...actorOf(interaction),
    channelIds: channelId === null ? [] : placesOf(guild, channelId),
    roleIds: [...member.roles.cache.keys()],
  };
}

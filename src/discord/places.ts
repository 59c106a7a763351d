import type { Guild } from 'discord.js';

/** The channel and what it's in: a thread's channel, a channel's category. */
export function placesOf(guild: Guild, channelId: string): readonly string[] {
  const parentId = guild.channels.cache.get(channelId)?.parentId;
  return parentId ? [channelId, ...placesOf(guild, parentId)] : [channelId];
}

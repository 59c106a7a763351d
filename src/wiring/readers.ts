import type { Guild, GuildMember } from 'discord.js';
import { actorFrom } from '../authority/actor.ts';
import { actorOfMember } from '../discord/actor.ts';
import { placesOf } from '../discord/places.ts';
import type { Reader } from '../knowledge/access.ts';

/** Everybody who hears what's said in a voice channel, by the voice states: also whom the bot has never met. */
export async function listenersIn(guild: Guild, channelId: string): Promise<readonly GuildMember[]> {
  const there = [...guild.voiceStates.cache.values()].filter((state) => state.channelId === channelId);
  const members = await Promise.all(there.map(async ({ id }) => await guild.members.fetch(id)));
  return members.filter(({ user }) => !user.bot);
}

export function readerIn(member: GuildMember, channelId: string): Reader {
  const roleIds = [...member.roles.cache.keys()];
  return { ...actorOfMember(member), channelIds: placesOf(member.guild, channelId), roleIds };
}

/** A person without any role who sees that channel: what they may read there, everyone may. */
export function anybodyIn(guild: Guild, channelId: string): Reader {
  const nothing = new Set<string>();
  const nobody = actorFrom({
    userId: guild.id,
    guildId: guild.id,
    everywhere: nothing,
    lookUp: () => undefined,
  });
  return { ...nobody, channelIds: placesOf(guild, channelId), roleIds: [guild.id] };
}

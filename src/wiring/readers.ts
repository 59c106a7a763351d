import type { Guild, GuildMember } from 'discord.js';
import { actorFrom, actorOfMember, placesOf } from '../discord/actor.ts';
import type { FreshMembers } from '../discord/fresh-members.ts';
import type { Reader } from '../knowledge/access.ts';

/**
 * Everybody who hears what's said in a voice channel, by their voice states, including people the bot doesn't know.
 * @throws {Refusal} `roles-unknown`
 */
export async function listenersIn(
  guild: Guild,
  members: FreshMembers,
  channelId: string,
): Promise<readonly GuildMember[]> {
  const there = [...guild.voiceStates.cache.values()].filter((state) => state.channelId === channelId);
  const people = there.filter(({ member }) => !member?.user.bot);
  const fresh = await Promise.all(people.map(async ({ id }) => await members.of(guild.id, id)));
  return fresh.flatMap((member) => (member && !member.user.bot ? [member] : []));
}

export function readerIn(member: GuildMember, channelId: string): Reader {
  const roleIds = [...member.roles.cache.keys()];
  return { ...actorOfMember(member), channelIds: placesOf(member.guild, channelId), roleIds };
}

/** A person without any role who sees that channel: everyone may read what they may read there. */
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

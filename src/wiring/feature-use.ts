import type { Guild, GuildMember } from 'discord.js';
import { isModerator } from '../authority/moderator.ts';
import type { FeatureUse } from '../community/feature-access.ts';
import type { GatedFeature } from '../community/settings-pages.ts';
import { actorOfMember, placesOf } from '../discord/actor.ts';
import type { FeedMessage } from '../discord/message-feed.ts';

/** A member who uses a feature without an interaction: in a call, or by asking the bot in a message. */
export function useByMember(
  feature: GatedFeature,
  member: GuildMember,
  channelId: string,
  texts: readonly string[],
): FeatureUse {
  const { guild } = member;
  const there = [channelId, member.voice.channelId].filter((id) => id !== null);
  return {
    feature,
    guildId: guild.id,
    userId: member.id,
    roleIds: [...member.roles.cache.keys()],
    isModerator: isModerator(actorOfMember(member)),
    channelIds: there.flatMap((id) => placesOf(guild, id)),
    texts,
  };
}

/** The author of a message, who may be a bot. */
export function useByAuthor(
  feature: GatedFeature,
  message: FeedMessage,
  guild: Guild | undefined,
): FeatureUse {
  const { guildId, channelId, author, body } = message;
  const member = guild?.members.cache.get(author.userId);
  if (member) return useByMember(feature, member, channelId, [body.content]);
  const channelIds = guild ? placesOf(guild, channelId) : [channelId];
  const { userId, roleIds } = author;
  return { feature, guildId, userId, roleIds, isModerator: false, channelIds, texts: [body.content] };
}

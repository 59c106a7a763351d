import {
  type BaseInteraction,
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type ThreadChannel,
} from 'discord.js';
import type { Actor, Held } from '../authority/actor.ts';
import { isModerator } from '../authority/moderator.ts';

export interface ActorFacts extends Omit<Actor, 'within'> {
  readonly lookUp: (channelId: string) => Held | undefined;
}

/** An actor that looks each channel up once, however many things are in it. */
export function actorFrom({ lookUp, ...facts }: ActorFacts): Actor {
  const known = new Map<string, Held | undefined>();
  return {
    ...facts,
    within: (channelId) => {
      if (!known.has(channelId)) known.set(channelId, lookUp(channelId));
      return known.get(channelId);
    },
  };
}

const made = new WeakMap<BaseInteraction, Actor>();

/**
 * The person acting. Discord computed what they may do here; for anywhere else it's computed from the guild's roles and
 * overwrites, as the gateway sent them.
 */
export function actorOf(interaction: BaseInteraction<'cached'>): Actor {
  const known = made.get(interaction);
  if (known) return known;
  const { member, guild, channelId: here, memberPermissions } = interaction;
  const actor = actorFrom({
    userId: interaction.user.id,
    guildId: interaction.guildId,
    everywhere: member.permissions,
    lookUp: (channelId) => {
      if (channelId === here) return memberPermissions;
      const channel = guild.channels.cache.get(channelId);
      if (!channel || (channel.isThread() && !isIn(channel, member))) return undefined;
      return heldIn(channel, member);
    },
  });
  made.set(interaction, actor);
  return actor;
}

/**
 * A member without an interaction, so everything is computed.
 * @param hereId the channel they just wrote in. It's open to them, even if it's a private thread
 */
export function actorOfMember(member: GuildMember, hereId?: string): Actor {
  const { guild } = member;
  return actorFrom({
    userId: member.id,
    guildId: guild.id,
    everywhere: member.permissions,
    lookUp: (channelId) => {
      const channel = guild.channels.cache.get(channelId);
      if (!channel || (channelId !== hereId && channel.isThread() && !isIn(channel, member)))
        return undefined;
      return heldIn(channel, member);
    },
  });
}

/** Threads have their own permission to write, and a timed-out member can't write anywhere. */
function heldIn(channel: GuildBasedChannel, member: GuildMember): Held | undefined {
  const held = channel.permissionsFor(member);
  if (!held) return undefined;
  const writing = channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages';
  const writes = held.has(writing) && (!member.isCommunicationDisabled() || held.has('Administrator', true));
  return { has: (permission) => (permission === 'SendMessages' ? writes : held.has(permission)) };
}

/**
 * A private thread is for its members, and Discord tells the bot little about them. If someone isn't known to be one,
 * they aren't.
 */
function isIn(thread: ThreadChannel, member: GuildMember): boolean {
  return (
    thread.type !== ChannelType.PrivateThread ||
    thread.ownerId === member.id ||
    thread.members.cache.has(member.id) ||
    (thread.permissionsFor(member)?.has('ManageThreads') ?? false)
  );
}

/** With where they act, so that a channel's permissions apply to its threads, and with their roles. */
export function placedActorOf(interaction: BaseInteraction<'cached'>) {
  const { channelId, guild, member } = interaction;
  const channelIds = channelId === null ? [] : placesOf(guild, channelId);
  return { ...actorOf(interaction), channelIds, roleIds: [...member.roles.cache.keys()] };
}

/** What limits go by. Someone who isn't known to be in the server has no roles, and may have joined today. */
export function standingOf(userId: string, member: GuildMember | undefined) {
  return {
    userId,
    roleIds: member ? [...member.roles.cache.keys()] : [],
    joinedAt: member?.joinedTimestamp ?? undefined,
    moderates: member ? isModerator(actorOfMember(member)) : false,
  };
}

/** The channel and what it's in: a thread's channel, and a channel's category. */
export function placesOf(guild: Guild, channelId: string): readonly string[] {
  const parentId = guild.channels.cache.get(channelId)?.parentId;
  return parentId ? [channelId, ...placesOf(guild, parentId)] : [channelId];
}

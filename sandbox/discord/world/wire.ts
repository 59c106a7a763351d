import { ChannelType } from 'discord-api-types/v10';
import type { JsonObject } from '../json.ts';
import { basePermissions, hearsOf, permissionsIn } from '../permissions.ts';
import type { Channel, Emoji, ForumTag, Guild, Member, Overwrite, Role, User } from './model.ts';
import { threadTypes, type World } from './world.ts';

/** The shapes of Discord's documented objects, made from the world. */
export function userWire(user: User): JsonObject {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.bot ? '0001' : '0',
    global_name: user.globalName,
    avatar: null,
    ...(user.bot ? { bot: true } : {}),
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  };
}

export function memberWithoutUser(member: Member): JsonObject {
  return {
    nick: member.nick,
    avatar: null,
    banner: null,
    roles: member.roles,
    joined_at: member.joinedAt,
    premium_since: null,
    deaf: member.deaf,
    mute: member.mute,
    flags: 0,
    pending: false,
    communication_disabled_until: member.timeoutUntil,
  };
}

export function memberWire(world: World, member: Member): JsonObject {
  return { ...memberWithoutUser(member), user: userWire(world.user(member.userId)) };
}

export function emojiWire(emoji: Emoji): JsonObject {
  return {
    id: emoji.id,
    name: emoji.name,
    roles: emoji.roles,
    require_colons: true,
    managed: false,
    animated: emoji.animated,
    available: true,
  };
}

export function roleWire(role: Role): JsonObject {
  return {
    id: role.id,
    name: role.name,
    permissions: String(role.permissions),
    position: role.position,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: role.hoist,
    managed: role.managedBy !== undefined,
    mentionable: role.mentionable,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    ...(role.managedBy === undefined ? {} : { tags: { bot_id: role.managedBy } }),
  };
}

export function overwriteWire(overwrite: Overwrite): JsonObject {
  const { id, type, allow, deny } = overwrite;
  return { id, type, allow: String(allow), deny: String(deny) };
}

export function channelWire(world: World, channel: Channel, viewerId?: string): JsonObject {
  if (channel.recipients) return directWire(world, channel, viewerId);
  if (channel.thread) return threadWire(world, channel, viewerId);
  const shared = {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parentId,
    permission_overwrites: [...channel.overwrites.values()].map(overwriteWire),
    flags: 0,
  };
  if (channel.type === ChannelType.GuildCategory) return shared;
  const text = {
    ...shared,
    topic: channel.topic,
    nsfw: channel.nsfw,
    last_message_id: channel.lastMessageId,
    rate_limit_per_user: channel.slowmodeSeconds,
  };
  if (channel.type === ChannelType.GuildVoice || channel.type === ChannelType.GuildStageVoice)
    return {
      ...text,
      bitrate: channel.bitrate,
      user_limit: channel.userLimit,
      rtc_region: null,
      status: channel.voiceStatus,
    };
  if (channel.type === ChannelType.GuildForum)
    return {
      ...text,
      available_tags: channel.tags.map(tagWire),
      default_reaction_emoji: null,
      default_sort_order: null,
      default_forum_layout: 0,
    };
  return { ...text, default_auto_archive_duration: 1440 };
}

function tagWire({ id, name, moderated, emojiId, emojiName }: ForumTag): JsonObject {
  return { id, name, moderated, emoji_id: emojiId, emoji_name: emojiName };
}

function directWire(world: World, channel: Channel, viewerId?: string): JsonObject {
  const others = (channel.recipients ?? []).filter((id) => id !== viewerId);
  return {
    id: channel.id,
    type: ChannelType.DM,
    last_message_id: channel.lastMessageId,
    flags: 0,
    recipients: others.map((id) => userWire(world.user(id))),
  };
}

function threadWire(world: World, channel: Channel, viewerId?: string): JsonObject {
  const { thread } = channel;
  const joined = viewerId === undefined ? undefined : thread?.members.get(viewerId);
  const count = world.messagesOf(channel.id).filter((message) => message.audience === undefined).length;
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    parent_id: channel.parentId,
    name: channel.name,
    owner_id: thread?.ownerId,
    last_message_id: channel.lastMessageId,
    rate_limit_per_user: channel.slowmodeSeconds,
    message_count: count,
    total_message_sent: count,
    member_count: thread?.members.size ?? 0,
    flags: 0,
    applied_tags: thread?.appliedTags ?? [],
    thread_metadata: {
      archived: thread?.archived ?? false,
      archive_timestamp: thread?.archiveChangedAt,
      auto_archive_duration: thread?.autoArchiveMinutes,
      locked: thread?.locked ?? false,
      create_timestamp: thread?.createdAt,
      ...(channel.type === ChannelType.PrivateThread ? { invitable: thread?.invitable } : {}),
    },
    ...(joined === undefined || viewerId === undefined
      ? {}
      : { member: threadMemberWire(channel.id, viewerId, joined) }),
  };
}

export function threadMemberWire(threadId: string, userId: string, joinedAt: string): JsonObject {
  return { id: threadId, user_id: userId, join_timestamp: joinedAt, flags: 0 };
}

/** A guild as `GET /guilds/{id}` shows it: without channels and members. */
export function guildWire(guild: Guild): JsonObject {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    description: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    home_header: null,
    owner_id: guild.ownerId,
    application_id: null,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw: false,
    nsfw_level: 0,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: guild.locale,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    vanity_url_code: null,
    max_presences: null,
    max_members: 500_000,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    incidents_data: null,
    emojis: [...guild.emojis.values()].map(emojiWire),
    stickers: [],
    features: [],
    roles: [...guild.roles.values()].map(roleWire),
  };
}

/** A guild as GUILD_CREATE (and a person's READY) shows it: to people only the channels that they may see. */
export function fullGuildWire(
  world: World,
  guild: Guild,
  viewerId: string,
  members: 'all' | 'own',
  voiceStates: readonly unknown[],
): JsonObject {
  const visible = world.channelsOf(guild.id).filter((channel) => hearsOf(world, viewerId, channel));
  const isThread = (channel: Channel): boolean => threadTypes.has(channel.type);
  const shown = [...guild.members.values()].filter(
    (member) => members === 'all' || member.userId === viewerId,
  );
  return {
    ...guildWire(guild),
    joined_at: guild.members.get(viewerId)?.joinedAt,
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: voiceStates,
    members: shown.map((member) => memberWire(world, member)),
    channels: visible
      .filter((channel) => !isThread(channel))
      .map((channel) => channelWire(world, channel, viewerId)),
    threads: visible
      .filter((channel) => isThread(channel) && channel.thread?.archived === false)
      .map((channel) => channelWire(world, channel, viewerId)),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** The entry of `GET /users/@me/guilds`. */
export function partialGuildWire(guild: Guild, viewerId: string): JsonObject {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === viewerId,
    permissions: String(basePermissions(guild, viewerId)),
    features: [],
  };
}

/** A member as interactions carry it, with permissions computed for the channel. */
export function interactionMember(world: World, channel: Channel, userId: string): JsonObject {
  const member = world.member(channel.guildId ?? '', userId);
  return { ...memberWire(world, member), permissions: String(permissionsIn(world, userId, channel)) };
}

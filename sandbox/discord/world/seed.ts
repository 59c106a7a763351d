import { PermissionFlagsBits as Bits, ChannelType, OverwriteType } from 'discord-api-types/v10';
import { emptyChannel } from './empty-channel.ts';
import type { Channel, Guild, Member, Overwrite, Role, User } from './model.ts';
import { anotherServer, places } from './places.ts';

const everyonePermissions =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.CreatePublicThreads |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.SendVoiceMessages |
  Bits.ReadMessageHistory |
  Bits.AddReactions |
  Bits.UseExternalEmojis |
  Bits.UseApplicationCommands |
  Bits.ChangeNickname |
  Bits.Connect |
  Bits.Speak |
  Bits.UseVAD |
  Bits.RequestToSpeak |
  Bits.Stream;

const moderatorPermissions =
  everyonePermissions |
  Bits.ManageMessages |
  Bits.ManageThreads |
  Bits.ManageChannels |
  Bits.ManageGuild |
  Bits.ManageRoles |
  Bits.ModerateMembers |
  Bits.KickMembers |
  Bits.MuteMembers |
  Bits.DeafenMembers |
  Bits.MoveMembers |
  Bits.MentionEveryone;

/** What an invitation of this bot asks for: never Administrator. */
export const botPermissions =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.SendVoiceMessages |
  Bits.ReadMessageHistory |
  Bits.Connect |
  Bits.Speak |
  Bits.RequestToSpeak |
  Bits.SetVoiceChannelStatus;

const joinedAt = '2025-01-02T12:00:00.000000+00:00';

/** Fills a world with one community to try things in, and other guilds that only share the bot and the owner. */
export function seed(
  world: {
    readonly users: Map<string, User>;
    readonly guilds: Map<string, Guild>;
    readonly channels: Map<string, Channel>;
  },
  moreServers: number,
  locale: string,
): void {
  const { people, botUserId } = places;
  world.users.set(botUserId, { id: botUserId, username: 'emcee', globalName: null, bot: true });
  for (const [name, id] of Object.entries(people)) {
    const globalName = name.charAt(0).toUpperCase() + name.slice(1);
    world.users.set(id, { id, username: name, globalName, bot: false });
  }
  world.guilds.set(places.guildId, communityGuild(locale));
  for (const channel of communityChannels()) world.channels.set(channel.id, channel);
  const { otherGuildId: guildId, roles, channels } = places;
  const other = {
    guildId,
    roleId: roles.otherBot,
    textChannelId: channels.otherGeneral,
    voiceChannelId: channels.otherVoice,
  };
  for (const ids of [other, ...Array.from({ length: moreServers }, (_, index) => anotherServer(index))]) {
    world.guilds.set(ids.guildId, otherGuild(ids));
    for (const channel of otherChannels(ids)) world.channels.set(channel.id, channel);
  }
}

type ServerIds = ReturnType<typeof anotherServer>;

function communityGuild(locale: string): Guild {
  const { guildId, people, roles, botUserId } = places;
  return {
    id: guildId,
    name: 'Sandbox community',
    ownerId: people.owner,
    locale,
    emojis: new Map(),
    bans: new Map(),
    roles: byId([
      role(guildId, '@everyone', everyonePermissions, 0),
      { ...role(roles.bot, 'Emcee', botPermissions, 1), managedBy: botUserId },
      {
        ...role(roles.moderator, 'Moderator', moderatorPermissions, 2),
        color: 0x3498db,
        hoist: true,
        mentionable: true,
      },
    ]),
    members: members([
      [people.owner, []],
      [people.moderator, [roles.moderator]],
      [people.member, []],
      [people.newcomer, []],
      [botUserId, [roles.bot]],
    ]),
  };
}

function otherGuild({ guildId, roleId }: ServerIds): Guild {
  const { people, botUserId } = places;
  return {
    id: guildId,
    name: 'Another server',
    ownerId: people.owner,
    locale: 'en-US',
    emojis: new Map(),
    bans: new Map(),
    roles: byId([
      role(guildId, '@everyone', everyonePermissions, 0),
      { ...role(roleId, 'Emcee', botPermissions, 1), managedBy: botUserId },
    ]),
    members: members([
      [people.owner, []],
      [botUserId, [roleId]],
    ]),
  };
}

function communityChannels(): readonly Channel[] {
  const { channels, guildId, people, roles, botUserId } = places;
  const inCategory = (id: string, type: ChannelType, name: string, position: number): Channel => ({
    ...emptyChannel(id, type, name, guildId),
    parentId: channels.textCategory,
    position,
  });
  const thread: Channel = {
    ...emptyChannel(channels.thread, ChannelType.PublicThread, 'first-thread', guildId),
    parentId: channels.general,
    thread: {
      ownerId: people.owner,
      createdAt: joinedAt,
      members: new Map([[people.owner, joinedAt]]),
      archived: false,
      locked: false,
      invitable: true,
      archiveChangedAt: joinedAt,
      autoArchiveMinutes: 10_080,
      appliedTags: [],
    },
  };
  return [
    { ...emptyChannel(channels.textCategory, ChannelType.GuildCategory, 'Text', guildId), position: 0 },
    { ...inCategory(channels.general, ChannelType.GuildText, 'general', 0), topic: 'Talk about anything' },
    { ...inCategory(channels.videos, ChannelType.GuildText, 'videos', 1), topic: 'Made by the bot' },
    {
      ...inCategory(channels.locked, ChannelType.GuildText, 'bot-may-not-post', 2),
      overwrites: overwrites([member(botUserId, 0n, Bits.SendMessages | Bits.SendMessagesInThreads)]),
    },
    {
      ...inCategory(channels.announcements, ChannelType.GuildAnnouncement, 'announcements', 3),
      overwrites: overwrites([
        { id: guildId, type: OverwriteType.Role, allow: 0n, deny: Bits.SendMessages },
        { id: roles.moderator, type: OverwriteType.Role, allow: Bits.SendMessages, deny: 0n },
      ]),
    },
    {
      ...inCategory(channels.moderatorsOnly, ChannelType.GuildText, 'moderators-only', 4),
      overwrites: overwrites([
        { id: guildId, type: OverwriteType.Role, allow: 0n, deny: Bits.ViewChannel },
        { id: roles.moderator, type: OverwriteType.Role, allow: Bits.ViewChannel, deny: 0n },
      ]),
    },
    inCategory(channels.forum, ChannelType.GuildForum, 'ideas', 5),
    {
      ...emptyChannel(channels.voice, ChannelType.GuildVoice, 'Lounge', guildId),
      position: 6,
    },
    { ...emptyChannel(channels.workshop, ChannelType.GuildVoice, 'Workshop', guildId), position: 7 },
    {
      ...emptyChannel(channels.booth, ChannelType.GuildVoice, 'Booth for two', guildId),
      position: 8,
      userLimit: 2,
    },
    { ...emptyChannel(channels.stage, ChannelType.GuildStageVoice, 'Town hall', guildId), position: 9 },
    thread,
  ];
}

function otherChannels({ guildId, textChannelId, voiceChannelId }: ServerIds): readonly Channel[] {
  return [
    emptyChannel(textChannelId, ChannelType.GuildText, 'general', guildId),
    { ...emptyChannel(voiceChannelId, ChannelType.GuildVoice, 'Lounge', guildId), position: 1 },
  ];
}

function role(id: string, name: string, permissions: bigint, position: number): Role {
  return { id, name, permissions, color: 0, hoist: false, mentionable: false, position };
}

function member(id: string, allow: bigint, deny: bigint): Overwrite {
  return { id, type: OverwriteType.Member, allow, deny };
}

function overwrites(list: readonly Overwrite[]): Map<string, Overwrite> {
  return byId(list);
}

function members(list: readonly (readonly [string, string[]])[]): Map<string, Member> {
  return new Map(
    list.map(([userId, roles]) => [
      userId,
      { userId, nick: null, roles, joinedAt, timeoutUntil: null, mute: false, deaf: false },
    ]),
  );
}

function byId<Item extends { readonly id: string }>(list: readonly Item[]): Map<string, Item> {
  return new Map(list.map((item) => [item.id, item]));
}

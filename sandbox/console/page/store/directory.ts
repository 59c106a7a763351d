import { Observable } from '../client/observable.ts';
import type { Channel, Guild, Member, Role, User } from '../wire/places.ts';
import { channelTypes } from '../wire/places.ts';

/** What the gateway says about places and people; the payloads below are those of API v10. */
interface DirectoryEvents {
  READY: {
    user: User;
    guilds?: readonly Guild[];
    users?: readonly User[];
    private_channels?: readonly Channel[];
  };
  GUILD_CREATE: Guild;
  GUILD_UPDATE: Guild;
  GUILD_DELETE: { id: string };
  CHANNEL_CREATE: Channel;
  CHANNEL_UPDATE: Channel;
  CHANNEL_DELETE: Channel;
  THREAD_CREATE: Channel;
  THREAD_UPDATE: Channel;
  THREAD_DELETE: Channel;
  THREAD_LIST_SYNC: { threads?: readonly Channel[] };
  GUILD_ROLE_CREATE: { guild_id: string; role: Role };
  GUILD_ROLE_UPDATE: { guild_id: string; role: Role };
  GUILD_ROLE_DELETE: { guild_id: string; role_id: string };
  GUILD_MEMBER_ADD: Member & { guild_id: string };
  GUILD_MEMBER_UPDATE: Member & { guild_id: string };
  GUILD_MEMBER_REMOVE: { guild_id: string; user: User };
  GUILD_MEMBERS_CHUNK: { guild_id: string; members: readonly Member[] };
  USER_UPDATE: User;
}

/** Guilds, channels (threads and direct messages too), roles and members that one person can see. */
export class Directory extends Observable {
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly users = new Map<string, User>();
  readonly #roles = new Map<string, Map<string, Role>>();
  readonly #members = new Map<string, Map<string, Member>>();
  me: User | undefined;

  roles(guildId: string | undefined): ReadonlyMap<string, Role> {
    return this.#roles.get(guildId ?? '') ?? new Map();
  }

  members(guildId: string | undefined): ReadonlyMap<string, Member> {
    return this.#members.get(guildId ?? '') ?? new Map();
  }

  /** The name others see in that guild. */
  nameOf(user: User, guildId?: string): string {
    return this.members(guildId).get(user.id)?.nick ?? user.global_name ?? user.username;
  }

  /** A text with the names of the channels and people that it mentions, as far as they're known. */
  withNames(content: string, guildId: string | undefined): string {
    return content.replace(/<(@!?|#)(\d+)>/g, (mention, kind: string, id: string) => {
      const channel = kind === '#' ? this.channels.get(id) : undefined;
      if (channel) return `#${this.channelName(channel)}`;
      const user = kind === '#' ? undefined : this.users.get(id);
      return user ? `@${this.nameOf(user, guildId)}` : mention;
    });
  }

  /** What a channel is called: its name, or who a direct message is with. */
  channelName(channel: Channel): string {
    if (channel.name) return channel.name;
    return (channel.recipients ?? []).map((user) => this.nameOf(user)).join(', ') || 'direct message';
  }

  /** The highest coloured role of a member, as `#rrggbb`; undefined for the ordinary colour. */
  colourOf(userId: string, guildId: string | undefined): string | undefined {
    const roles = this.roles(guildId);
    const coloured = (this.members(guildId).get(userId)?.roles ?? [])
      .flatMap((id) => roles.get(id) ?? [])
      .filter((role) => role.color !== 0)
      .sort((a, b) => b.position - a.position);
    const [highest] = coloured;
    return highest && `#${highest.color.toString(16).padStart(6, '0')}`;
  }

  /** Remembers an author seen in a message, so that mentions of them have a name. */
  meet(user: User): void {
    if (!this.users.has(user.id)) this.users.set(user.id, user);
  }

  putChannel(channel: Channel): void {
    this.channels.set(channel.id, channel);
    for (const user of channel.recipients ?? []) this.meet(user);
    this.changed();
  }

  apply(event: string, data: unknown): void {
    const handler = this.#handlers[event as keyof DirectoryEvents] as ((data: unknown) => void) | undefined;
    if (!handler) return;
    handler(data);
    this.changed();
  }

  readonly #handlers: { [Event in keyof DirectoryEvents]: (data: DirectoryEvents[Event]) => void } = {
    READY: (ready) => {
      this.#forgetAll();
      this.me = ready.user;
      this.users.set(ready.user.id, ready.user);
      for (const user of ready.users ?? []) this.users.set(user.id, user);
      for (const guild of ready.guilds ?? []) this.#putGuild(guild);
      for (const channel of ready.private_channels ?? []) this.putChannel(channel);
    },
    GUILD_CREATE: (guild) => this.#putGuild(guild),
    GUILD_UPDATE: (guild) => this.guilds.set(guild.id, { ...this.guilds.get(guild.id), ...guild }),
    GUILD_DELETE: ({ id }) => this.#dropGuild(id),
    CHANNEL_CREATE: (channel) => this.putChannel(channel),
    CHANNEL_UPDATE: (channel) => this.putChannel(channel),
    CHANNEL_DELETE: ({ id }) => this.channels.delete(id),
    THREAD_CREATE: (thread) => this.putChannel(thread),
    THREAD_UPDATE: (thread) => this.putChannel(thread),
    THREAD_DELETE: ({ id }) => this.channels.delete(id),
    THREAD_LIST_SYNC: ({ threads }) => {
      for (const thread of threads ?? []) this.putChannel(thread);
    },
    GUILD_ROLE_CREATE: ({ guild_id, role }) => this.#putRole(guild_id, role),
    GUILD_ROLE_UPDATE: ({ guild_id, role }) => this.#putRole(guild_id, role),
    GUILD_ROLE_DELETE: ({ guild_id, role_id }) => this.#roles.get(guild_id)?.delete(role_id),
    GUILD_MEMBER_ADD: (member) => this.#putMember(member.guild_id, member),
    GUILD_MEMBER_UPDATE: (member) => this.#putMember(member.guild_id, member),
    GUILD_MEMBER_REMOVE: ({ guild_id, user }) => this.#members.get(guild_id)?.delete(user.id),
    GUILD_MEMBERS_CHUNK: ({ guild_id, members }) => {
      for (const member of members) this.#putMember(guild_id, member);
    },
    USER_UPDATE: (user) => this.users.set(user.id, user),
  };

  #putGuild(guild: Guild): void {
    if (guild.unavailable) return;
    this.guilds.set(guild.id, guild);
    for (const role of guild.roles ?? []) this.#putRole(guild.id, role);
    for (const member of guild.members ?? []) this.#putMember(guild.id, member);
    for (const channel of [...(guild.channels ?? []), ...(guild.threads ?? [])]) {
      this.channels.set(channel.id, { ...channel, guild_id: guild.id });
    }
  }

  #putRole(guildId: string, role: Role): void {
    inner(this.#roles, guildId).set(role.id, role);
  }

  #putMember(guildId: string, member: Member): void {
    const members = inner(this.#members, guildId);
    members.set(member.user.id, { ...members.get(member.user.id), ...member });
    this.users.set(member.user.id, member.user);
  }

  #dropGuild(guildId: string): void {
    this.guilds.delete(guildId);
    for (const channel of [...this.channels.values()]) {
      if (channel.guild_id === guildId) this.channels.delete(channel.id);
    }
  }

  #forgetAll(): void {
    for (const map of [this.guilds, this.channels, this.users, this.#roles, this.#members]) map.clear();
  }
}

export function isThread(channel: Channel): boolean {
  return channel.type >= channelTypes.announcementThread && channel.type <= channelTypes.privateThread;
}

function inner<T>(outer: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let map = outer.get(key);
  if (!map) {
    map = new Map();
    outer.set(key, map);
  }
  return map;
}

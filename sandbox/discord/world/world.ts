import { ChannelType } from 'discord-api-types/v10';
import { refuse } from '../errors.ts';
import { Snowflakes } from '../snowflake.ts';
import { emptyChannel } from './empty-channel.ts';
import type { Channel, Emoji, Guild, Member, Message, User, Webhook } from './model.ts';
import { seed } from './seed.ts';

export const threadTypes: ReadonlySet<ChannelType> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);

/** Everything that exists: users, guilds, channels, messages. Knows no rule of who may do what. */
export class World {
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly webhooks = new Map<string, Webhook>();
  readonly application = { description: '' };
  readonly applicationEmojis = new Map<string, Emoji>();
  /** People who take no direct messages from bots. */
  readonly closedToDirect = new Set<string>();
  /** Channel id → messages, oldest first. */
  readonly #messages = new Map<string, Map<string, Message>>();
  readonly #ids: Snowflakes;
  readonly now: () => number;

  constructor(now: () => number, moreServers = 0, locale = 'en-US') {
    this.now = now;
    this.#ids = new Snowflakes(now);
    seed(this, moreServers, locale);
  }

  newId(): string {
    return this.#ids.next();
  }

  isoNow(): string {
    return new Date(this.now()).toISOString().replace('Z', '000+00:00');
  }

  findEmoji(id: string): Emoji | undefined {
    const everywhere = [this.applicationEmojis, ...[...this.guilds.values()].map(({ emojis }) => emojis)];
    return everywhere.map((emojis) => emojis.get(id)).find((emoji) => emoji !== undefined);
  }

  user(id: string): User {
    const user = this.users.get(id);
    if (!user) throw refuse.unknownUser();
    return user;
  }

  guild(id: string): Guild {
    const guild = this.guilds.get(id);
    if (!guild) throw refuse.unknownGuild();
    return guild;
  }

  channel(id: string): Channel {
    const channel = this.channels.get(id);
    if (!channel) throw refuse.unknownChannel();
    return channel;
  }

  member(guildId: string, userId: string): Member {
    const member = this.guild(guildId).members.get(userId);
    if (!member) throw refuse.unknownMember();
    return member;
  }

  channelsOf(guildId: string): readonly Channel[] {
    return [...this.channels.values()].filter((channel) => channel.guildId === guildId);
  }

  messagesOf(channelId: string): readonly Message[] {
    return [...(this.#messages.get(channelId)?.values() ?? [])];
  }

  findMessage(channelId: string, id: string): Message | undefined {
    return this.#messages.get(channelId)?.get(id);
  }

  addMessage(message: Message): void {
    const list = this.#messages.get(message.channelId) ?? new Map<string, Message>();
    list.set(message.id, message);
    this.#messages.set(message.channelId, list);
    const channel = this.channels.get(message.channelId);
    if (channel && message.audience === undefined) channel.lastMessageId = message.id;
  }

  removeMessage(message: Message): void {
    this.#messages.get(message.channelId)?.delete(message.id);
  }

  /** Removes a channel, its threads and everything said in them. Returns the removed, the channel first. */
  removeChannel(id: string): readonly Channel[] {
    const channel = this.channel(id);
    const threads = [...this.channels.values()].filter(
      (other) => other.parentId === id && threadTypes.has(other.type),
    );
    for (const webhook of this.webhooks.values())
      if (webhook.channelId === id) this.webhooks.delete(webhook.id);
    for (const gone of [channel, ...threads]) {
      this.channels.delete(gone.id);
      this.#messages.delete(gone.id);
    }
    return [channel, ...threads];
  }

  /** Removes a guild with everything in it. */
  removeGuild(id: string): void {
    for (const channel of this.channelsOf(id)) {
      this.channels.delete(channel.id);
      this.#messages.delete(channel.id);
    }
    this.guilds.delete(id);
  }

  directChannel(one: string, other: string): { readonly channel: Channel; readonly created: boolean } {
    for (const channel of this.channels.values()) {
      if (channel.recipients?.includes(one) && channel.recipients.includes(other))
        return { channel, created: false };
    }
    const channel: Channel = {
      ...emptyChannel(this.newId(), ChannelType.DM, '', null),
      recipients: [one, other],
    };
    this.channels.set(channel.id, channel);
    return { channel, created: true };
  }
}

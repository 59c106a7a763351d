import { type Client, Events, type GuildMember, type Message, MessageType } from 'discord.js';
import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { RecentIds } from '../operations/bounded-map.ts';
import { actorOfMember, placesOf } from './actor.ts';
import type { Serves } from './guards.ts';
import { type FeedBody, type FeedMessage, feedMessageOf, rememberedMessages } from './message-feed.ts';
import { noteRepliedSounds, type RepliedSound, repliedSound } from './replied-sounds.ts';

/** A message that pings the bot. Its content arrives without the Message Content intent. */
export interface Mention {
  readonly message: FeedMessage;
  /** Without the bot's own name; other people, roles and channels appear by name. */
  readonly text: string;
  /** It names the bot. Otherwise, it only replies to one of the bot's messages. */
  readonly isNamed: boolean;
  /** The bot's message that it replies to. */
  readonly repliesTo: string | undefined;
  /** The recording that it replies to, of whomever. */
  readonly about?: RepliedSound | undefined;
  readonly actor: Actor;
  /** The channel and what it's in. */
  readonly channelIds: readonly string[];
  /** What the bot may do there. A reply needs permission to read older messages; `speak`: with a voice message. */
  readonly botMay: { readonly write: boolean; readonly reply: boolean; readonly speak: boolean };
}

export interface MentionListener {
  mentioned(mention: Mention): void;
  /** The current state of a mention that this feed reported or found; undefined if it's gone or no longer pings the bot. */
  changed(messageId: string, now: Mention | undefined): void;
}

/** Messages that ping the bot, and their changes. */
export interface MentionFeed {
  /** Returns a function that stops listening. */
  listen(listener: MentionListener): () => void;
  /**
   * The current state of an earlier message; undefined if it's gone, out of reach, or doesn't ping the bot. Never
   * rejects.
   */
  find(channelId: string, messageId: string): Promise<Mention | undefined>;
}

/** The feed of a client created with `messages`. */
export class ClientMentionFeed implements MentionFeed {
  readonly #client: Client;
  readonly #log: Logger;
  readonly #serves: Serves;
  /** Mentions that were reported or found: each is reported once, and only their changes are. */
  readonly #known = new RecentIds(rememberedMessages);

  /** `serves`: which guilds to listen to. */
  constructor(client: Client, log: Logger, serves: Serves = () => true) {
    noteRepliedSounds(client);
    this.#client = client;
    this.#log = log;
    this.#serves = serves;
  }

  listen(listener: MentionListener): () => void {
    const client = this.#client;
    const inPeace = (messageId: string, work: () => void) => {
      try {
        work();
      } catch (error) {
        this.#log.warn({ err: error, messageId }, "couldn't handle a message that mentions the bot");
      }
    };
    const mentionIn = (message: Message) => this.#mentionIn(message);
    const onMention = (message: Message) =>
      inPeace(message.id, () => {
        const mention = mentionIn(message);
        if (mention && this.#known.add(message.id)) listener.mentioned(mention);
      });
    // Every message and every change of one comes through here.
    const onCreate = (message: Message) => pings(message, client.user) && onMention(message);
    const onChange = (id: string, now: () => Mention | undefined) =>
      this.#known.has(id) && inPeace(id, () => listener.changed(id, now()));
    const onUpdate = (_before: unknown, message: Message) => onChange(message.id, () => mentionIn(message));
    const onDelete = ({ id }: { readonly id: string }) => onChange(id, () => undefined);
    const onBulkDelete = (messages: ReadonlyMap<string, unknown>) => {
      for (const id of messages.keys()) onDelete({ id });
    };
    client.on(Events.MessageCreate, onCreate);
    client.on(Events.MessageUpdate, onUpdate);
    client.on(Events.MessageDelete, onDelete);
    client.on(Events.MessageBulkDelete, onBulkDelete);
    return () => {
      client.off(Events.MessageCreate, onCreate);
      client.off(Events.MessageUpdate, onUpdate);
      client.off(Events.MessageDelete, onDelete);
      client.off(Events.MessageBulkDelete, onBulkDelete);
    };
  }

  async find(channelId: string, messageId: string): Promise<Mention | undefined> {
    try {
      const channel = await this.#client.channels.fetch(channelId);
      if (!channel?.isTextBased() || channel.isDMBased()) return undefined;
      const message = await channel.messages.fetch(messageId);
      // A fetched message comes without its author's member data.
      await message.guild.members.fetch(message.author.id);
      const mention = this.#mentionIn(message);
      if (mention) this.#known.add(messageId);
      return mention;
    } catch (error) {
      this.#log.info({ err: error, channelId, messageId }, "couldn't find a message that mentioned the bot");
      return undefined;
    }
  }

  #mentionIn(message: Message): Mention | undefined {
    const mention = this.#client.user ? mentionOf(message, this.#client.user.id) : undefined;
    if (!mention || !this.#serves(mention.message.guildId)) return undefined;
    const about = repliedSound(this.#client, message.id);
    return about ? { ...mention, about } : mention;
  }
}

function pings({ mentions }: Message, bot: { readonly id: string } | null): boolean {
  return bot !== null && mentions.users.has(bot.id);
}

/** Undefined if it doesn't ping the bot itself, or isn't from a member but a bot, a webhook or Discord. */
export function mentionOf(message: Message, botId: string): Mention | undefined {
  if (!message.mentions.users.has(botId)) return undefined;
  const feed = feedMessageOf(message);
  if (!feed?.written || feed.author.automatic || !message.inGuild() || !message.member) return undefined;
  const isReply = message.type === MessageType.Reply && message.mentions.repliedUser?.id === botId;
  const named = new RegExp(`<@!?${botId}>`, 'g');
  const me = message.guild.members.me;
  return {
    message: feed,
    text: readable(feed.body.content.replace(named, ' '), feed.body.names).trim(),
    isNamed: named.test(feed.body.content),
    repliesTo: isReply ? message.reference?.messageId : undefined,
    actor: actorOfMember(message.member, message.channelId),
    channelIds: placesOf(message.guild, message.channelId),
    botMay: me ? rightsIn(message, me) : { write: false, reply: false, speak: false },
  };
}

function rightsIn({ channel }: Message<true>, me: GuildMember): Mention['botMay'] {
  const held = channel.permissionsFor(me);
  const sending = channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages';
  const write = held?.has(['ViewChannel', sending]) ?? false;
  const reply = write && (held?.has('ReadMessageHistory') ?? false);
  return { write, reply, speak: reply && (held?.has(['AttachFiles', 'SendVoiceMessages']) ?? false) };
}

/** Replaces ids with the names people see; unknown ones are left out. */
function readable(content: string, names: FeedBody['names']): string {
  return content
    .replace(/<@!?(\d+)>/g, (_, id: string) => called('@', names.user(id)))
    .replace(/<@&(\d+)>/g, (_, id: string) => called('@', names.role(id)))
    .replace(/<#(\d+)>/g, (_, id: string) => called('#', names.channel(id)))
    .replace(/<a?:(\w+):\d+>/g, ':$1:');
}

function called(sign: string, name: string | undefined): string {
  return name === undefined ? '' : `${sign}${name}`;
}

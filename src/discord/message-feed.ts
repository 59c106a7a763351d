import {
  type Client,
  ComponentType,
  Events,
  type Message,
  type MessageSnapshot,
  MessageType,
  StickerFormatType,
} from 'discord.js';
import type { Logger } from 'pino';
import { RecentIds } from '../operations/bounded-map.ts';
import { type AttachedSound, voiceIn } from './attached-sound.ts';
import type { Serves } from './guards.ts';

/** A resumed gateway session may repeat deliveries. */
export const rememberedMessages = 2_000;

/** What people write in servers' channels. Nothing arrives without the Message Content intent. */
export interface MessageFeed {
  /** Returns a function that stops listening. */
  onMessage(listener: (message: FeedMessage) => void): () => void;
}

/** The feed of a client created with `messageContent`. */
export class ClientMessageFeed implements MessageFeed {
  readonly #client: Client;
  readonly #log: Logger;
  readonly #serves: Serves;

  /** `serves`: which guilds to listen to. */
  constructor(client: Client, log: Logger, serves: Serves = () => true) {
    this.#client = client;
    this.#log = log;
    this.#serves = serves;
  }

  onMessage(listener: (message: FeedMessage) => void): () => void {
    const seen = new RecentIds(rememberedMessages);
    const onCreate = (message: Message) => {
      // The bot writes about what it hears here. If it read that, it would never end.
      if (message.author.id === this.#client.user?.id || !seen.add(message.id)) return;
      try {
        const feed = feedMessageOf(message);
        if (feed && this.#serves(feed.guildId)) listener(feed);
      } catch (error) {
        this.#log.warn({ err: error, messageId: message.id }, "couldn't handle a message");
      }
    };
    this.#client.on(Events.MessageCreate, onCreate);
    return () => void this.#client.off(Events.MessageCreate, onCreate);
  }
}

/** A message's file, by what it is to a reader. */
export interface FeedFile {
  readonly kind: 'image' | 'video' | 'sound' | 'other';
  readonly spoiler: boolean;
}

/** What a message contains, apart from its author. */
export interface FeedBody {
  /** As written: with markdown, and mentions as ids. */
  readonly content: string;
  readonly files: readonly FeedFile[];
  /** Names of stickers. */
  readonly stickers: readonly string[];
  /** The question of a poll. */
  readonly poll?: string | undefined;
  readonly hasEmbeds: boolean;
  /** The contents of a forwarded message. */
  readonly forwarded?: FeedBody | undefined;
  /** Who and what the ids in the content mean; undefined if the bot doesn't know. */
  readonly names: {
    user(id: string): string | undefined;
    role(id: string): string | undefined;
    channel(id: string): string | undefined;
  };
}

/** A message in a guild's channel, as features see it. */
export interface FeedMessage {
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  /** The guild's preferred language. */
  readonly locale: string;
  readonly author: {
    readonly userId: string;
    /** The name that the guild's members see. */
    readonly displayName: string;
    /** A bot, or a webhook. */
    readonly automatic: boolean;
    readonly roleIds: readonly string[];
  };
  /** Written by a person, as a message or a reply; not "joined the server" and the like. */
  readonly written: boolean;
  readonly body: FeedBody;
  /** If it's a voice message. */
  readonly voice?: AttachedSound | undefined;
}

/** Undefined unless it's from a server that the bot has joined. */
export function feedMessageOf(message: Message): FeedMessage | undefined {
  if (!message.inGuild()) return undefined;
  const { author, member, webhookId } = message;
  return {
    id: message.id,
    guildId: message.guildId,
    channelId: message.channelId,
    locale: message.guild.preferredLocale,
    author: {
      userId: author.id,
      displayName: member?.displayName ?? author.displayName,
      automatic: author.bot || webhookId !== null,
      roleIds: member ? [...member.roles.cache.keys()] : [],
    },
    written: message.type === MessageType.Default || message.type === MessageType.Reply,
    body: bodyOf(message, message),
    voice: voiceIn(message),
  };
}

type Snapshot = Message<true> | MessageSnapshot;

function bodyOf(message: Snapshot, around: Message<true>): FeedBody {
  const { guild } = around;
  const [forwarded] = message === around ? [...around.messageSnapshots.values()] : [];
  return {
    content: message.content ?? '',
    files: [...(message.attachments?.values() ?? [])].map(({ contentType, name, spoiler }) => ({
      kind: kindOf(contentType, name),
      spoiler,
    })),
    stickers: [...(message.stickers?.values() ?? [])]
      .filter(({ format }) => format in StickerFormatType)
      .map(({ name }) => name),
    poll: message === around ? (around.poll?.question.text ?? undefined) : undefined,
    hasEmbeds: (message.embeds?.length ?? 0) > 0 || hasText(message.components ?? []),
    forwarded: forwarded && bodyOf(forwarded, around),
    names: {
      user: (id) => guild.members.cache.get(id)?.displayName ?? around.mentions.users.get(id)?.displayName,
      role: (id) => guild.roles.cache.get(id)?.name,
      channel: (id) => guild.channels.cache.get(id)?.name,
    },
  };
}

function hasText(components: readonly { readonly type: ComponentType }[]): boolean {
  return components.some(({ type }) => type !== ComponentType.ActionRow);
}

const kindByExtension: Readonly<Record<string, FeedFile['kind']>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
  mp3: 'sound',
  ogg: 'sound',
  wav: 'sound',
  m4a: 'sound',
  flac: 'sound',
};

function kindOf(contentType: string | null, name: string): FeedFile['kind'] {
  const [kind] = (contentType ?? '').split('/');
  if (kind === 'image' || kind === 'video') return kind;
  if (kind === 'audio') return 'sound';
  return kindByExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'other';
}

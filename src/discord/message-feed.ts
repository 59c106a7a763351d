import { type Client, Events, type Message } from 'discord.js';
import type { Logger } from 'pino';
import { type FeedMessage, feedMessageOf } from './feed-message.ts';
import type { Serves } from './guards.ts';
import { RecentIds } from './recent-ids.ts';

/** A resumed gateway session may deliver again what it delivered before. */
const rememberedMessages = 2_000;

/** What people write in the channels of servers. Nothing arrives unless the Message Content intent is on. */
export interface MessageFeed {
  /** Returns how to stop listening. */
  onMessage(listener: (message: FeedMessage) => void): () => void;
}

/** The feed of a client that was made with `messageContent`. */
export class ClientMessageFeed implements MessageFeed {
  readonly #client: Client;
  readonly #log: Logger;
  readonly #serves: Serves;

  /** `serves`: which guilds are listened to. */
  constructor(client: Client, log: Logger, serves: Serves = () => true) {
    this.#client = client;
    this.#log = log;
    this.#serves = serves;
  }

  onMessage(listener: (message: FeedMessage) => void): () => void {
    const seen = new RecentIds(rememberedMessages);
    const onCreate = (message: Message) => {
      // What the bot writes itself is about what it hears here; reading that would never end.
      if (message.author.id === this.#client.user?.id || !seen.add(message.id)) return;
      try {
        const feed = feedMessageOf(message);
        if (feed && this.#serves(feed.guildId)) listener(feed);
      } catch (error) {
        this.#log.warn({ err: error, messageId: message.id }, 'a message could not be dealt with');
      }
    };
    this.#client.on(Events.MessageCreate, onCreate);
    return () => void this.#client.off(Events.MessageCreate, onCreate);
  }
}

import { type Client, Events, type Message, MessageType } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { RateLimiter } from '../operations/rate-limits.ts';
import { text } from './layout.ts';
import type { Messenger } from './messenger.ts';
import type { EdgeWords } from './words/index.ts';

const betweenMs = 60 * 60_000;

/** If people send the bot a direct message, it tells them where it works, at most once an hour. */
export class DirectMessages {
  readonly #parts;
  readonly #told: RateLimiter;
  readonly #answering = new Set<Promise<void>>();
  readonly #onCreate = (message: Message) => message.guildId === null && this.#answerMessage(message);

  constructor(parts: {
    readonly client: Client;
    readonly messenger: Pick<Messenger, 'post'>;
    /** Words in the language the person wrote in. */
    readonly wordsFor: (written: string) => EdgeWords;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#told = new RateLimiter(parts.clock, 1, betweenMs);
  }

  open(): void {
    this.#parts.client.on(Events.MessageCreate, this.#onCreate);
  }

  async close(): Promise<void> {
    this.#parts.client.off(Events.MessageCreate, this.#onCreate);
    await Promise.all(this.#answering);
  }

  #answerMessage({ author, type, id, channelId, content }: Message): void {
    if (author.bot || !written.has(type) || !this.#told.take(author.id)) return;
    const work = this.#answer(channelId, id, content).finally(() => this.#answering.delete(work));
    this.#answering.add(work);
  }

  async #answer(channelId: string, messageId: string, content: string): Promise<void> {
    const { messenger, wordsFor, log } = this.#parts;
    try {
      const components = [text(wordsFor(content).errors.inPrivate)];
      await messenger.post(channelId, { components }, `d${messageId}`);
    } catch (error) {
      log.info({ err: error, channelId }, "couldn't answer a direct message");
    }
  }
}

const written: ReadonlySet<MessageType> = new Set([MessageType.Default, MessageType.Reply]);

import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { CaptionChannel, type CaptionMessenger } from './caption-channel.ts';
import { showAsIs } from './escape.ts';
import { container, text } from './layout.ts';
import type { MessageBody } from './messenger.ts';

/** A line that grows while it's spoken. */
export interface GrowingLine {
  /** What has been heard so far. */
  readonly text: string;
  /** It won't grow any more. */
  readonly over: boolean;
}

const betweenLooksMs = 1_200;
const longestCaption = 1_500;

/** Shows lines while they're spoken, each in one silent message. */
export class Captions {
  readonly #options;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #channels = new Map<string, CaptionChannel>();

  constructor(options: {
    readonly messenger: CaptionMessenger;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#options = options;
  }

  /**
   * Follows a line until it ends.
   * @param id of the line; it becomes one message, even after failures
   */
  follow(line: GrowingLine, channelId: string, id: string): void {
    const following = this.#follow(line, channelId, id).catch(() => undefined);
    this.#running.add(following);
    void following.finally(() => this.#running.delete(following));
  }

  /** Resolves when every finished line is fully shown. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
    await Promise.all([...this.#channels.values()].map((channel) => channel.settled()));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const channel of this.#channels.values()) channel.close();
    await this.settled();
  }

  async #follow(line: GrowingLine, channelId: string, id: string): Promise<void> {
    const { clock } = this.#options;
    const channel = this.#channel(channelId);
    let shown = '';
    for (let isOver = false, isShown = true; isShown && !isOver; ) {
      await clock.sleep(betweenLooksMs, this.#closing.signal);
      isOver = line.over;
      const { text: sounding } = line;
      if (sounding === '' || (sounding === shown && !isOver)) continue;
      shown = sounding;
      isShown = channel.put(id, { body: renderCaption(shown), final: isOver });
    }
  }

  #channel(channelId: string): CaptionChannel {
    const known = this.#channels.get(channelId);
    if (known) return known;
    const { messenger, clock, log } = this.#options;
    const channel = new CaptionChannel({
      channelId,
      messenger,
      clock,
      tell: (event) => {
        if (event.is === 'closed') this.#channels.delete(channelId);
        const line = event.is === 'lost' ? event.id : undefined;
        if (event.is !== 'posted') log.warn({ err: event.error, channelId, line }, 'gave up on captions');
      },
    });
    this.#channels.set(channelId, channel);
    return channel;
  }
}

function renderCaption(caption: string): MessageBody {
  const characters = Array.from(caption);
  const tail =
    characters.length > longestCaption ? `…${characters.slice(-longestCaption).join('')}` : caption;
  return { components: [container([text(`💬 ${showAsIs(tail, longestCaption * 2)}`)])], silent: true };
}

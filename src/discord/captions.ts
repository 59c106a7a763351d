import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { showAsIs } from './escape.ts';
import { container, text } from './layout.ts';
import { LiveMessage } from './live-message.ts';
import type { MessageBody, Messenger } from './messenger.ts';

/** A line that grows while it is being spoken. */
export interface GrowingLine {
  /** As far as it can be heard by now. */
  readonly text: string;
  /** The same as markdown, for a line that is more than its words; `text` is shown as it is when absent. */
  readonly markdown?: string;
  /** It grows no more. */
  readonly over: boolean;
}

export interface CaptionsOptions {
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Discord takes five edits in five seconds for a channel; others write there, too. */
const betweenLooksMs = 1_200;
const longestCaption = 1_500;

/** Shows lines as they sound, each in one message that notifies nobody. */
export class Captions {
  readonly #options: CaptionsOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: CaptionsOptions) {
    this.#options = options;
  }

  /**
   * Follows a line to its end.
   * @param id of the line: it becomes one message, whatever happens on the way
   */
  follow(line: GrowingLine, channelId: string, id: string): void {
    const following = this.#follow(line, channelId, id).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#giveUp(error, id);
    });
    this.#running.add(following);
    void following.finally(() => this.#running.delete(following));
  }

  /** Resolves when every line that is over is shown to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #follow(line: GrowingLine, channelId: string, id: string): Promise<void> {
    const { messenger, clock } = this.#options;
    let shown = '';
    let isLost = false;
    const message = new LiveMessage({
      place: { is: 'channel', channelId, nonce: `c${id}` },
      messenger,
      clock,
      render: () => (line.markdown === undefined ? renderCaption(shown) : renderMarkdown(shown)),
      onTrouble: (error) => {
        isLost = true;
        this.#giveUp(error, id);
      },
    });
    for (let isOver = false; !isOver && !isLost; ) {
      await clock.sleep(betweenLooksMs, this.#closing.signal);
      isOver = line.over;
      const sounding = line.markdown ?? line.text;
      if (sounding === shown || sounding === '') continue;
      shown = sounding;
      message.refresh();
    }
    await message.settled();
  }

  #giveUp(error: unknown, id: string): void {
    this.#options.log.warn({ err: error, line: id }, 'captions were given up');
  }
}

function renderCaption(caption: string): MessageBody {
  const characters = Array.from(caption);
  const tail =
    characters.length > longestCaption ? `…${characters.slice(-longestCaption).join('')}` : caption;
  return { components: [container([text(`💬 ${showAsIs(tail, longestCaption * 2)}`)])], silent: true };
}

function renderMarkdown(markdown: string): MessageBody {
  return { components: [container([text(markdown)])], silent: true };
}

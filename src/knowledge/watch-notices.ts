import type { Logger } from 'pino';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { wordsFor } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Watch } from './watch.ts';
import { renderWatchBlind, renderWatchEnd } from './watch-page.ts';

/** What people are told about the watch itself. Nothing here throws. */
export class WatchNotices {
  readonly #parts;

  constructor(parts: {
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  /** Tells the person who started it, because the channel can't be reached or shouldn't be disturbed. */
  async ended(key: string, watch: Watch, base: KnowledgeBase, why: 'closed' | 'crashed'): Promise<void> {
    const { messenger, log } = this.#parts;
    const told = renderWatchEnd(base, watch.channelId, why, wordsFor(watch.userLocale ?? watch.locale));
    await messenger.direct(watch.userId, told, `${watch.since}`).catch((failure: unknown) => {
      log.info({ err: failure, watch: key }, "couldn't tell the person who started a watch that it ended");
    });
  }

  /** Tells the channel, where moderators see it, or that person if the bot can't post there. */
  async paused(key: string, watch: Watch, base: KnowledgeBase): Promise<void> {
    const { messenger, clock, log } = this.#parts;
    const { channelId, userId, locale, userLocale = locale } = watch;
    log.warn({ watch: key, channelId }, 'paused a watch: Read Message History is missing in its channel');
    const told = (language: string | undefined) => renderWatchBlind(base, channelId, wordsFor(language));
    const nonce = `b${clock.now()}`;
    await messenger
      .post(channelId, told(locale), nonce)
      .catch(async () => await messenger.direct(userId, told(userLocale), nonce))
      .catch((failure: unknown) =>
        log.info({ err: failure, watch: key }, "couldn't tell anyone that a watch is paused"),
      );
  }
}

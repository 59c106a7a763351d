import type { Messenger } from '../discord/messenger.ts';
import type { Collection } from '../storage/collection.ts';
import { wordsFor } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { detailsIdOf } from './document-menu.ts';
import type { ShownPages } from './shown-pages.ts';
import type { Watch } from './watch.ts';
import { renderWatched } from './watch-page.ts';

/**
 * What a watch has seen but not posted yet. A message is saved before it's posted. If posting was cut off, the bot
 * checks whether it arrived before it posts again.
 */
export class WatchOutbox {
  readonly #parts;

  constructor(parts: {
    readonly shelf: Collection<Watch>;
    readonly pages: ShownPages;
    readonly messenger: Messenger;
  }) {
    this.#parts = parts;
  }

  /** @throws MessageError, `blind` if the bot can't see whether a message arrived */
  async deliver(key: string, watch: Watch, base: KnowledgeBase, signal: AbortSignal): Promise<void> {
    const { pages, messenger } = this.#parts;
    const { guildId, channelId } = watch;
    for (const batch of watch.outbox) {
      const isPosted =
        batch.posting && (await messenger.findOwn(channelId, detailsIdOf(batch.id), batch.at, signal));
      if (!isPosted) {
        const documents = batch.events.map((event) => ({ ...event, baseId: base.id }));
        const audience = { is: 'channel', channelId } as const;
        await pages.keep(batch.id, { is: 'list', guildId, audience, at: batch.at, documents });
        await this.#change(key, (outbox) =>
          outbox.map((each) => (each.id === batch.id ? { ...each, posting: true } : each)),
        );
        const body = renderWatched(base, batch, wordsFor(watch.locale));
        await messenger.post(channelId, body, batch.id, signal);
      }
      await this.#change(key, (outbox) => outbox.filter(({ id }) => id !== batch.id));
    }
  }

  /** A watch that was stopped in the meantime stays stopped. */
  async #change(key: string, change: (outbox: Watch['outbox']) => Watch['outbox']): Promise<void> {
    await this.#parts.shelf.change(key, (now) => now && { ...now, outbox: change(now.outbox) });
  }
}

import type { Logger } from 'pino';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { Rounds } from '../operations/rounds.ts';
import { Turns } from '../operations/turns.ts';
import { ServiceError, severityOf } from '../service/errors.ts';
import type { Collection } from '../storage/collection.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { belongsTo } from './access.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { detailsIdOf } from './document-menu.ts';
import { isStuck } from './health.ts';
import { lookAt } from './look.ts';
import type { ShownPages } from './shown-pages.ts';
import { marked, observe, type Watch, type WatchBatch, watchKey } from './watch.ts';
import { renderWatchEnd, renderWatched } from './watch-page.ts';

export interface WatcherParts {
  readonly shelf: Collection<Watch>;
  readonly catalog: Catalog;
  readonly pages: ShownPages;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly everyMs: number;
  readonly stuckMs: number;
  readonly inHand?: InHand | undefined;
}

export interface WatchOrder {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly locale: string | undefined;
}

const longestPauseMs = 15 * 60_000;
const atOnce = 4;
/** Documents in one message. */
export const eventsTogether = 10;

/**
 * Tells a channel when imports end. What was seen is written before anybody is told, and a message whose posting was cut
 * off is looked for before it is posted again: each import is told once, also after a restart.
 */
export class Watcher {
  readonly #parts: WatcherParts;
  readonly #rounds: Rounds;
  readonly #turns = new Turns();

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      name: 'knowledge watches',
      clock: parts.clock,
      log: parts.log,
      atOnce,
      inHand: parts.inHand,
      setAside: async (key) => await this.#turns.take(key, async () => await this.#setAside(key)),
      work: async (key, signal) => await this.#turns.take(key, async () => await this.#round(key, signal)),
    });
  }

  async open(): Promise<void> {
    for await (const [key] of this.#parts.shelf.entries()) this.#rounds.schedule(key, 0);
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async find(guildId: string, baseId: string): Promise<Watch | undefined> {
    return await this.#parts.shelf.get(watchKey({ guildId, baseId }));
  }

  /** Watches from now on; what is importing already is followed, too. Another channel takes the place of the one before. */
  async start(base: KnowledgeBase, order: WatchOrder): Promise<void> {
    const { shelf, catalog, clock } = this.#parts;
    const key = watchKey({ guildId: order.guildId, baseId: base.id });
    await this.#turns.take(key, async () => {
      const before = await shelf.get(key);
      if (before) {
        await shelf.set(key, { ...before, ...order });
        return;
      }
      const [newest, running] = await Promise.all([
        catalog.list(base, {}),
        catalog.list(base, { status: 'RUNNING' }),
      ]);
      await shelf.set(key, {
        ...order,
        baseId: base.id,
        since: clock.now(),
        mark: marked({ at: 0, ids: [] }, newest.documents),
        pending: running.documents.map(({ id, name, importedAt }) => ({ id, name, at: importedAt })),
        outbox: [],
        idle: 0,
      });
    });
    this.#rounds.schedule(key, clock.now() + this.#parts.everyMs);
  }

  /** False when nothing was watched. */
  async stop(guildId: string, baseId: string): Promise<boolean> {
    const key = watchKey({ guildId, baseId });
    return await this.#turns.take(key, async () => {
      const was = (await this.#parts.shelf.get(key)) !== undefined;
      await this.#parts.shelf.delete(key);
      this.#rounds.forget(key);
      return was;
    });
  }

  async #round(key: string, signal: AbortSignal): Promise<number | undefined> {
    const { shelf, catalog, clock, log } = this.#parts;
    const watch = await shelf.get(key);
    if (!watch) return undefined;
    const base = catalog.find(watch.baseId);
    if (!base || !belongsTo(base, watch.guildId)) {
      log.info({ watch: key }, 'a watch ended: the base is no longer this server’s');
      await shelf.delete(key);
      return undefined;
    }
    try {
      const after = await this.#look(key, watch, base, signal);
      await this.#deliver(key, after, base, signal);
      return clock.now() + this.#pauseMs(after);
    } catch (error) {
      if (signal.aborted) throw error;
      return await this.#trouble(key, watch, base, error);
    }
  }

  async #look(key: string, watch: Watch, base: KnowledgeBase, signal: AbortSignal): Promise<Watch> {
    const { shelf, catalog, clock, pages } = this.#parts;
    // First what was seen earlier and not told yet.
    if (watch.outbox.length > 0) return watch;
    const { watch: looked, ended } = observe(watch, await lookAt(base, watch, catalog, signal));
    const outbox: WatchBatch[] = [];
    for (let at = 0; at < ended.length; at += eventsTogether) {
      const events = ended.slice(at, at + eventsTogether);
      outbox.push({ id: pages.newId(), at: clock.now(), events, posting: false });
    }
    const after = { ...looked, outbox };
    await shelf.set(key, after);
    return after;
  }

  async #deliver(key: string, watch: Watch, base: KnowledgeBase, signal: AbortSignal): Promise<void> {
    const { shelf, pages, messenger } = this.#parts;
    const { guildId, channelId } = watch;
    let left = watch;
    for (const batch of watch.outbox) {
      const isPosted =
        batch.posting && (await messenger.findOwn(channelId, detailsIdOf(batch.id), batch.at, signal));
      if (!isPosted) {
        const documents = batch.events.map((event) => ({ ...event, baseId: base.id }));
        const audience = { is: 'channel', channelId } as const;
        await pages.keep(batch.id, { is: 'list', guildId, audience, at: batch.at, documents });
        left = {
          ...left,
          outbox: left.outbox.map((each) => (each.id === batch.id ? { ...each, posting: true } : each)),
        };
        await shelf.set(key, left);
        await messenger.post(channelId, renderWatched(base, batch, this.#wordsOf(watch)), batch.id, signal);
      }
      left = { ...left, outbox: left.outbox.filter(({ id }) => id !== batch.id) };
      await shelf.set(key, left);
    }
  }

  async #trouble(
    key: string,
    watch: Watch,
    base: KnowledgeBase,
    error: unknown,
  ): Promise<number | undefined> {
    const { shelf, clock, log } = this.#parts;
    if (error instanceof MessageError && (error.reason === 'closed' || error.reason === 'invalid')) {
      log.warn({ err: error, watch: key }, 'a watch ended: its channel is closed to the bot');
      await shelf.delete(key);
      await this.#tellEnd(key, watch, base, 'closed');
      return undefined;
    }
    if (!(error instanceof ServiceError || error instanceof MessageError)) throw error;
    log[severityOf(error)]({ err: error, watch: key }, 'a watched knowledge base could not be looked at');
    const now = (await shelf.get(key)) ?? watch;
    await shelf.set(key, { ...now, idle: now.idle + 1 });
    return clock.now() + this.#pauseMs({ ...now, pending: [], idle: now.idle + 1 });
  }

  async #tellEnd(key: string, watch: Watch, base: KnowledgeBase, why: 'closed' | 'crashed'): Promise<void> {
    const { messenger, log } = this.#parts;
    const told = renderWatchEnd(base, watch.channelId, why, this.#wordsOf(watch));
    await messenger.direct(watch.userId, told, `${watch.since}`).catch((failure: unknown) => {
      log.info({ err: failure, watch: key }, 'whoever began the watch could not be told');
    });
  }

  async #setAside(key: string): Promise<void> {
    const { shelf, catalog } = this.#parts;
    const watch = await shelf.get(key);
    await shelf.delete(key);
    const base = watch && catalog.find(watch.baseId);
    if (base) await this.#tellEnd(key, watch, base, 'crashed');
  }

  /** While imports are running, as often as was set; otherwise twice as long with each look at which nothing happened. */
  #pauseMs({ pending, idle }: Watch): number {
    const { everyMs, stuckMs, clock } = this.#parts;
    const isBusy = pending.some(
      ({ at }) => !isStuck({ status: 'RUNNING', importedAt: at }, clock.now(), stuckMs),
    );
    if (isBusy) return everyMs;
    return Math.max(everyMs, Math.min(longestPauseMs, everyMs * 2 ** Math.min(idle, 10)));
  }

  #wordsOf({ locale }: Watch): Words {
    return wordsFor(locale);
  }
}

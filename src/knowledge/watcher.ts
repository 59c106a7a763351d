import type { Logger } from 'pino';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import { Rounds } from '../operations/rounds.ts';
import { ServiceError, severityOf } from '../service/errors.ts';
import type { Collection } from '../storage/collection.ts';
import { nobody } from '../storage/record-index.ts';
import { wordsFor } from '../words/index.ts';
import { belongsTo } from './access.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { isStuck } from './health.ts';
import { lookAt } from './look.ts';
import type { ShownPages } from './shown-pages.ts';
import { marked, observe, type Watch, type WatchBatch, watchKey } from './watch.ts';
import { WatchOutbox } from './watch-outbox.ts';
import { renderWatchBlind, renderWatchEnd } from './watch-page.ts';

export interface WatchOrder {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** The guild's locale. */
  readonly locale: string | undefined;
  readonly userLocale?: string | undefined;
}

const longestPauseMs = 15 * 60_000;
const atOnce = 4;
/** How many documents go in one message. */
const eventsTogether = 10;

/**
 * Tells a channel when imports end. What was seen is saved before anyone is told, so each import is reported once, even
 * after a restart. If the bot can't see whether a message arrived, it says so once and pauses until it can.
 */
export class Watcher {
  readonly #parts;
  readonly #outbox: WatchOutbox;
  readonly #rounds: Rounds;
  readonly #mutex = new KeyedMutex();

  constructor(parts: {
    readonly shelf: Collection<Watch>;
    readonly catalog: Catalog;
    readonly pages: ShownPages;
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly log: Logger;
    readonly everyMs: number;
    readonly stuckMs: number;
    /** Whether the bot can read earlier messages in that channel, as far as the gateway told. */
    readonly readsHistory: (guildId: string, channelId: string) => boolean;
    readonly inHand?: InHand | undefined;
    /** Which guilds the bot works for: watches of others rest. All of them when absent. */
    readonly serves?: ((guildId: string) => boolean) | undefined;
  }) {
    this.#parts = parts;
    this.#outbox = new WatchOutbox(parts);
    this.#rounds = new Rounds({
      name: 'knowledge watches',
      clock: parts.clock,
      log: parts.log,
      atOnce,
      inHand: parts.inHand,
      setAside: async (key) => await this.#mutex.runExclusive(key, async () => await this.#setAside(key)),
      work: async (key, signal) =>
        await this.#mutex.runExclusive(key, async () => await this.#round(key, signal)),
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

  /** Starts to watch, including imports that are already running. A new channel replaces the previous one. */
  async start(base: KnowledgeBase, order: WatchOrder): Promise<void> {
    const { shelf, catalog, clock } = this.#parts;
    const key = watchKey({ guildId: order.guildId, baseId: base.id });
    await this.#mutex.runExclusive(key, async () => {
      const moved = (before: Watch | undefined) => before && { ...before, ...order, blindSince: undefined };
      if (await shelf.change(key, moved)) return;
      const [newest, running] = await Promise.all([
        catalog.list(base, {}),
        catalog.list(base, { status: 'RUNNING' }),
      ]);
      const begun: Watch = {
        ...order,
        baseId: base.id,
        since: clock.now(),
        mark: marked({ at: 0, ids: [] }, newest.documents),
        pending: running.documents.map(({ id, name, importedAt }) => ({ id, name, at: importedAt })),
        outbox: [],
        idle: 0,
      };
      await shelf.change(key, (before) => moved(before) ?? begun);
    });
    this.#rounds.schedule(key, clock.now() + this.#parts.everyMs);
  }

  /** False if nothing was being watched. */
  async stop(guildId: string, baseId: string): Promise<boolean> {
    const key = watchKey({ guildId, baseId });
    // The next round finds nothing, and is the last.
    return await this.#mutex.runExclusive(key, async () => await this.#parts.shelf.delete(key));
  }

  /** The person who started them is forgotten; what the server watches goes on. */
  async forget(userId: string): Promise<void> {
    const { shelf } = this.#parts;
    for await (const [key] of shelf.select({ userId }))
      await this.#mutex.runExclusive(key, async () => {
        const watch = await shelf.get(key);
        if (watch?.userId === userId) await shelf.set(key, { ...watch, userId: nobody });
      });
  }

  async #round(key: string, signal: AbortSignal): Promise<number | undefined> {
    const { shelf, catalog, clock, log } = this.#parts;
    const watch = await shelf.get(key);
    if (!watch) return undefined;
    if (this.#parts.serves?.(watch.guildId) === false) return clock.now() + longestPauseMs;
    const base = catalog.find(watch.baseId);
    if (!base || !belongsTo(base, watch.guildId)) {
      log.info({ watch: key }, 'ended a watch: this server no longer has the base');
      await shelf.delete(key);
      return undefined;
    }
    if (watch.blindSince !== undefined && !this.#parts.readsHistory(watch.guildId, watch.channelId))
      return clock.now() + longestPauseMs;
    try {
      const after = await this.#look(key, { ...watch, blindSince: undefined }, base, signal);
      await this.#outbox.deliver(key, after, base, signal);
      return clock.now() + this.#pauseMs(after);
    } catch (error) {
      if (signal.aborted) throw error;
      return await this.#trouble(key, watch, base, error);
    }
  }

  async #look(key: string, watch: Watch, base: KnowledgeBase, signal: AbortSignal): Promise<Watch> {
    const { shelf, catalog, clock, pages } = this.#parts;
    // First what was seen earlier but not posted yet.
    if (watch.outbox.length > 0) return watch;
    const { watch: looked, ended } = observe(watch, await lookAt(base, watch, catalog, signal));
    const outbox: WatchBatch[] = [];
    for (let at = 0; at < ended.length; at += eventsTogether) {
      const events = ended.slice(at, at + eventsTogether);
      outbox.push({ id: pages.newId(), at: clock.now(), events, posting: false });
    }
    const { mark, pending, idle } = looked;
    const seen = { mark, pending, idle, outbox, blindSince: undefined };
    return (await shelf.change(key, (now) => now && { ...now, ...seen })) ?? { ...looked, outbox: [] };
  }

  async #trouble(
    key: string,
    watch: Watch,
    base: KnowledgeBase,
    error: unknown,
  ): Promise<number | undefined> {
    const { shelf, clock, log } = this.#parts;
    if (error instanceof MessageError && (error.reason === 'closed' || error.reason === 'invalid')) {
      log.warn({ err: error, watch: key }, "ended a watch: the bot can't post in its channel");
      await shelf.delete(key);
      await this.#tellEnd(key, watch, base, 'closed');
      return undefined;
    }
    if (error instanceof MessageError && error.reason === 'blind') return await this.#pause(key, watch, base);
    if (!(error instanceof ServiceError || error instanceof MessageError)) throw error;
    log[severityOf(error)]({ err: error, watch: key }, "couldn't check a watched knowledge base");
    const now = await shelf.change(key, (before) => before && { ...before, idle: before.idle + 1 });
    return clock.now() + this.#pauseMs({ ...watch, ...now, pending: [] });
  }

  /** Makes no calls until the bot may read there again, which the gateway tells. */
  async #pause(key: string, watch: Watch, base: KnowledgeBase): Promise<number> {
    const { shelf, clock } = this.#parts;
    if (watch.blindSince === undefined) await this.#tellPause(key, watch, base);
    const blindSince = watch.blindSince ?? clock.now();
    await shelf.change(key, (now) => now && { ...now, blindSince });
    return clock.now() + longestPauseMs;
  }

  async #setAside(key: string): Promise<void> {
    const { shelf, catalog } = this.#parts;
    const watch = await shelf.get(key);
    await shelf.delete(key);
    const base = watch && catalog.find(watch.baseId);
    if (base) await this.#tellEnd(key, watch, base, 'crashed');
  }

  /** Tells the person who started it, because the channel can't be reached or shouldn't be disturbed. Never rejects. */
  async #tellEnd(key: string, watch: Watch, base: KnowledgeBase, why: 'closed' | 'crashed'): Promise<void> {
    const { messenger, log } = this.#parts;
    const told = renderWatchEnd(base, watch.channelId, why, wordsFor(watch.userLocale ?? watch.locale));
    await messenger.direct(watch.userId, told, `${watch.since}`).catch((failure: unknown) => {
      log.info({ err: failure, watch: key }, "couldn't tell the person who started a watch that it ended");
    });
  }

  /** Tells the channel, where moderators see it, or that person if the bot can't post there. Never rejects. */
  async #tellPause(key: string, watch: Watch, base: KnowledgeBase): Promise<void> {
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

  /** The set interval while imports are running. Otherwise it doubles with each check that finds no change. */
  #pauseMs({ pending, idle }: Watch): number {
    const { everyMs, stuckMs, clock } = this.#parts;
    const isBusy = pending.some(
      ({ at }) => !isStuck({ status: 'RUNNING', importedAt: at }, clock.now(), stuckMs),
    );
    if (isBusy) return everyMs;
    return Math.max(everyMs, Math.min(longestPauseMs, everyMs * 2 ** Math.min(idle, 10)));
  }
}

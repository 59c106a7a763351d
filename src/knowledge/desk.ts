import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import type { KnowledgePage, SettingsPage } from '../community/settings-pages.ts';
import type { Spending } from '../community/spending.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import type { Collection } from '../storage/collection.ts';
import { OpenBases, type Reader } from './access.ts';
import { Answers } from './answers.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { PassageFinder } from './find.ts';
import type { GuildGaps } from './gaps.ts';
import { Gaps } from './gaps.ts';
import { healthOf } from './health.ts';
import { findByName } from './look.ts';
import { NameKeeper } from './name-keeper.ts';
import { Searches, type SearchPage } from './searches.ts';
import type { ShownDocument, ShownPage } from './shown-page.ts';
import { ShownPages } from './shown-pages.ts';
import type { Watch } from './watch.ts';
import { Watcher } from './watcher.ts';

export interface KnowledgeDeskSettings {
  readonly leastScore: number;
  readonly stuckMs: number;
  readonly watchEveryMs: number;
  /** How long people's questions are kept. */
  readonly keepDays: number;
}

export interface KnowledgeDeskParts {
  /** Without a base, everything says so. */
  readonly catalog: Catalog;
  readonly settings: KnowledgeDeskSettings;
  readonly page: SettingsPage<KnowledgePage>;
  readonly pages: Collection<ShownPage>;
  readonly gaps: Collection<GuildGaps>;
  readonly watches: Collection<Watch>;
  /** In `searches`. If absent, they aren't limited. */
  readonly spending?: Pick<Spending, 'charge' | 'finish' | 'left'> | undefined;
  readonly messenger: Messenger;
  /** Whether the bot can read earlier messages in that channel. */
  readonly readsHistory: (guildId: string, channelId: string) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the process starts to stop. */
  readonly signal?: AbortSignal;
  /** If absent, crashes aren't counted. */
  readonly inHand?: InHand | undefined;
  /** Which guilds the bot works for; all of them when absent. */
  readonly serves?: (guildId: string) => boolean;
}

const dayMs = 24 * 60 * 60_000;

/** The way in to knowledge bases, and the place that decides whose question is allowed. */
export class KnowledgeDesk {
  /** What guilds decided about who may search. */
  readonly decisions: SettingsPage<KnowledgePage>;
  readonly bases: OpenBases;
  readonly gaps: Gaps;
  readonly pages: ShownPages;
  readonly settings: KnowledgeDeskSettings;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly searches: Searches;
  readonly names: NameKeeper;
  readonly answers: Answers;
  readonly watcher: Watcher;
  readonly #stop = new AbortController();
  /** Aborts when no more work should start. */
  readonly stopping: AbortSignal;

  constructor(parts: KnowledgeDeskParts) {
    const { catalog, settings, clock, log, messenger } = parts;
    this.settings = settings;
    this.clock = clock;
    this.stopping = AbortSignal.any([this.#stop.signal, ...(parts.signal ? [parts.signal] : [])]);
    this.decisions = parts.page;
    this.bases = new OpenBases(catalog.bases, this.decisions);
    this.catalog = catalog;
    const { keepDays, leastScore, watchEveryMs, stuckMs } = settings;
    this.gaps = new Gaps({ shelf: parts.gaps, clock, log, keepDays });
    const pages = new ShownPages({ shelf: parts.pages, clock, log, keepMs: keepDays * dayMs });
    this.pages = pages;
    this.names = new NameKeeper({ catalog, clock, log });
    this.searches = new Searches({
      catalog,
      pages,
      clock,
      onSeen: (base, documents) => this.names.absorb(base, documents),
    });
    this.answers = new Answers({
      bases: this.bases,
      finder: new PassageFinder({ catalog, clock, leastScore }),
      pages,
      gaps: this.gaps,
      spending: parts.spending,
      clock,
    });
    this.watcher = new Watcher({
      inHand: parts.inHand,
      shelf: parts.watches,
      catalog,
      pages,
      messenger,
      clock,
      log,
      everyMs: watchEveryMs,
      stuckMs,
      readsHistory: parts.readsHistory,
      serves: parts.serves,
    });
  }

  async open(): Promise<void> {
    await this.pages.open();
    this.gaps.open();
    // What was watched waits for its base to be set up again.
    if (this.catalog.bases.length > 0) await this.watcher.open();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.watcher.close();
    await this.names.close();
    await this.pages.close();
    await this.gaps.close();
    await this.catalog.close();
  }

  /** Holds nobody's name in memory. */
  async forget(userId: string): Promise<void> {
    await this.watcher.forget(userId);
  }

  /** @throws Refusal (`control-expired`) */
  async page(actor: Actor, id: string): Promise<ShownPage> {
    const page = await this.pages.find(actor, id);
    if (!page) throw new Refusal({ code: 'control-expired' });
    return page;
  }

  /** Another page of a search that was shown. */
  async turn(reader: Reader, id: string, page: number): Promise<SearchPage> {
    return await this.pages.inTurn(id, async () => {
      const record = await this.page(reader, id);
      if (record.is !== 'search') throw new Refusal({ code: 'control-expired' });
      const base = await this.bases.pick(reader, record.query.baseId);
      return await this.searches.turnTo(id, base, record, page);
    });
  }

  /**
   * A document that's listed in a message, with its current state.
   * @throws Refusal (`knowledge-document-gone`)
   */
  async document(
    reader: Reader,
    shown: ShownDocument | undefined,
  ): Promise<{ readonly base: KnowledgeBase; readonly document: KnowledgeDocument }> {
    if (!shown) throw new Refusal({ code: 'control-expired' });
    const base = await this.bases.pick(reader, shown.baseId);
    const document = await findByName(shown, async (parameters) => await this.catalog.list(base, parameters));
    if (!document) throw new Refusal({ code: 'knowledge-document-gone' });
    this.names.absorb(base, [document]);
    return { base, document };
  }

  async health(base: KnowledgeBase) {
    const { stuckMs } = this.settings;
    const health = await healthOf(base, { catalog: this.catalog, now: this.clock.now(), stuckMs });
    this.names.absorb(base, health.failed);
    return { health, names: await this.names.overview(base) };
  }
}

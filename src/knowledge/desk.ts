import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import type { Collection } from '../storage/collection.ts';
import type { GuildKnowledge } from './access.ts';
import { belongsTo, GuildKnowledgeSettings, mayUse, type Reader } from './access.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { type Findings, PassageFinder } from './find.ts';
import type { GuildGaps } from './gaps.ts';
import { Gaps } from './gaps.ts';
import { healthOf } from './health.ts';
import { findByName } from './look.ts';
import { NameKeeper } from './name-keeper.ts';
import { Searches, type SearchPage } from './searches.ts';
import type { AnswerRecord, ShownDocument, ShownPage } from './shown-page.ts';
import { ShownPages } from './shown-pages.ts';
import type { Watch } from './watch.ts';
import { Watcher } from './watcher.ts';

export interface KnowledgeDeskSettings {
  readonly leastScore: number;
  readonly stuckMs: number;
  readonly watchEveryMs: number;
  /** How long what people asked is kept. */
  readonly keepDays: number;
}

export interface KnowledgeDeskParts {
  /** Undefined when no knowledge base is set up: everything then says so. */
  readonly catalog: Catalog | undefined;
  readonly settings: KnowledgeDeskSettings;
  readonly guilds: Collection<GuildKnowledge>;
  readonly pages: Collection<ShownPage>;
  readonly gaps: Collection<GuildGaps>;
  readonly watches: Collection<Watch>;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the process begins to stop. */
  readonly signal?: AbortSignal;
  /** Without it, deaths of processes are not counted. */
  readonly inHand?: InHand | undefined;
}

const dayMs = 24 * 60 * 60_000;

interface Opened {
  readonly catalog: Catalog;
  readonly searches: Searches;
  readonly names: NameKeeper;
  readonly finder: PassageFinder;
  readonly watcher: Watcher;
}

/** Where all that people want of knowledge bases comes in, and whose question is allowed. */
export class KnowledgeDesk {
  readonly decisions: GuildKnowledgeSettings;
  readonly gaps: Gaps;
  readonly pages: ShownPages;
  readonly settings: KnowledgeDeskSettings;
  readonly clock: Clock;
  readonly #opened: Opened | undefined;
  readonly #stop = new AbortController();
  /** Aborts when no more work is wanted. */
  readonly stopping: AbortSignal;

  constructor(parts: KnowledgeDeskParts) {
    const { catalog, settings, clock, log, messenger } = parts;
    this.settings = settings;
    this.clock = clock;
    this.stopping = AbortSignal.any([this.#stop.signal, ...(parts.signal ? [parts.signal] : [])]);
    this.decisions = new GuildKnowledgeSettings(parts.guilds);
    const { keepDays } = settings;
    this.gaps = new Gaps({ shelf: parts.gaps, clock, log, keepDays });
    const pages = new ShownPages({ shelf: parts.pages, clock, log, keepMs: keepDays * dayMs });
    this.pages = pages;
    if (!catalog) return;
    const names = new NameKeeper({ catalog, clock, log });
    this.#opened = {
      catalog,
      names,
      searches: new Searches({
        catalog,
        pages,
        clock,
        onSeen: (base, documents) => names.absorb(base, documents),
      }),
      finder: new PassageFinder({ catalog, clock, leastScore: settings.leastScore }),
      watcher: new Watcher({
        inHand: parts.inHand,
        shelf: parts.watches,
        catalog,
        pages,
        messenger,
        clock,
        log,
        everyMs: settings.watchEveryMs,
        stuckMs: settings.stuckMs,
      }),
    };
  }

  async open(): Promise<void> {
    await this.pages.open();
    this.gaps.open();
    await this.#opened?.watcher.open();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#opened?.watcher.close();
    await this.#opened?.names.close();
    await this.pages.close();
    await this.gaps.close();
    await this.#opened?.catalog.close();
  }

  /** What the operator gave to a guild, in the order of the file. */
  basesOf(guildId: string): readonly KnowledgeBase[] {
    return (this.#opened?.catalog.bases ?? []).filter((base) => belongsTo(base, guildId));
  }

  /** Those of them that this person may use here. */
  async basesFor(reader: Reader): Promise<readonly KnowledgeBase[]> {
    const decided = await this.decisions.of(reader.guildId);
    return this.basesOf(reader.guildId).filter((base) => mayUse(base, reader, decided));
  }

  /**
   * The base of that id or name, or the first one.
   * @throws Refusal (`knowledge-not-configured`, `knowledge-not-allowed`, `knowledge-base-unknown`)
   */
  async baseFor(reader: Reader, wanted?: string): Promise<KnowledgeBase> {
    if (this.basesOf(reader.guildId).length === 0) throw new Refusal({ code: 'knowledge-not-configured' });
    const allowed = await this.basesFor(reader);
    const [first] = allowed;
    if (!first) throw new Refusal({ code: 'knowledge-not-allowed' });
    if (wanted === undefined) return first;
    const typed = wanted.trim().toLowerCase();
    const base =
      allowed.find(({ id }) => id === wanted) ?? allowed.find(({ name }) => name.toLowerCase() === typed);
    if (!base) throw new Refusal({ code: 'knowledge-base-unknown' });
    return base;
  }

  get searches(): Searches {
    return this.#parts.searches;
  }

  get names(): NameKeeper {
    return this.#parts.names;
  }

  get watcher(): Watcher {
    return this.#parts.watcher;
  }

  get catalog(): Catalog {
    return this.#parts.catalog;
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
      const base = await this.baseFor(reader, record.query.baseId);
      return await this.searches.turnTo(id, base, record, page);
    });
  }

  /** A document that stands in a message, as it is now. @throws Refusal (`knowledge-document-gone`) */
  async document(
    reader: Reader,
    shown: ShownDocument | undefined,
  ): Promise<{ readonly base: KnowledgeBase; readonly document: KnowledgeDocument }> {
    if (!shown) throw new Refusal({ code: 'control-expired' });
    const base = await this.baseFor(reader, shown.baseId);
    const document = await findByName(shown, async (parameters) => await this.catalog.list(base, parameters));
    if (!document) throw new Refusal({ code: 'knowledge-document-gone' });
    this.names.absorb(base, [document]);
    return { base, document };
  }

  /**
   * The same for an answer that others hear and read, too: only in bases that each of them may use.
   * @param others whoever learns of it beside the one who asks
   * @throws Refusal (`knowledge-not-for-room` and those of `find`), ServiceError
   */
  async findForAll(
    reader: Reader,
    others: readonly Reader[],
    question: string,
    signal?: AbortSignal,
  ): Promise<Findings> {
    await this.baseFor(reader);
    const allowed = await Promise.all([reader, ...others].map(async (each) => await this.basesFor(each)));
    const [own = [], ...theirs] = allowed;
    const shared = own.filter((base) => theirs.every((bases) => bases.includes(base)));
    if (shared.length === 0) throw new Refusal({ code: 'knowledge-not-for-room' });
    return await this.#parts.finder.find(shared, question, signal);
  }

  /**
   * What the documents say about a question, in the bases that this person may use here, or in one of them.
   * @throws Refusal, ServiceError
   */
  async find(
    reader: Reader,
    question: string,
    options: { readonly base?: string | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<Findings> {
    const first = await this.baseFor(reader, options.base);
    const bases = options.base === undefined ? await this.basesFor(reader) : [first];
    return await this.#parts.finder.find(bases, question, options.signal);
  }

  /** Asks, and keeps what is needed to act on the answer later. */
  async ask(
    reader: Reader,
    question: string,
    wanted: string | undefined,
  ): Promise<{ readonly id: string; readonly record: AnswerRecord; readonly failed: readonly string[] }> {
    const { passages, searched, failed } = await this.find(reader, question, { base: wanted });
    const documents: ShownDocument[] = [];
    const placeOf = (shown: ShownDocument): number => {
      const at = documents.findIndex(({ baseId, id }) => baseId === shown.baseId && id === shown.id);
      return at >= 0 ? at : documents.push(shown) - 1;
    };
    const record: AnswerRecord = {
      is: 'answer',
      guildId: reader.guildId,
      audience: { is: 'person', userId: reader.userId },
      at: this.clock.now(),
      question,
      baseIds: searched.map(({ id }) => id),
      passages: passages.map(({ text, score, base, documentId: id, documentName: name }) => ({
        text,
        score,
        baseId: base.id,
        name,
        ...(id !== undefined && name !== undefined
          ? { document: placeOf({ baseId: base.id, id, name }) }
          : {}),
      })),
      documents,
      unhelpfulTo: [],
    };
    const id = this.pages.newId();
    await this.pages.keep(id, record);
    return { id, record, failed: failed.map(({ name }) => name) };
  }

  /** False when this person said so before. */
  async unhelpful(reader: Reader, id: string): Promise<boolean> {
    return await this.pages.inTurn(id, async () => {
      const record = await this.page(reader, id);
      if (record.is !== 'answer') throw new Refusal({ code: 'control-expired' });
      if (record.unhelpfulTo.includes(reader.userId)) return false;
      await this.gaps.add(reader, record.question, record.passages.length > 0);
      await this.pages.keep(id, { ...record, unhelpfulTo: [...record.unhelpfulTo, reader.userId] });
      return true;
    });
  }

  async health(base: KnowledgeBase) {
    const { stuckMs } = this.settings;
    const health = await healthOf(base, { catalog: this.catalog, now: this.clock.now(), stuckMs });
    this.names.absorb(base, health.failed);
    return { health, names: await this.names.overview(base) };
  }

  /** @throws Refusal (`knowledge-not-configured`) */
  get #parts(): Opened {
    if (!this.#opened) throw new Refusal({ code: 'knowledge-not-configured' });
    return this.#opened;
  }
}

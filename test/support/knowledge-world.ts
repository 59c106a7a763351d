import type { SettingsRecord } from '../../src/community/server-settings.ts';
import type { Spending } from '../../src/community/spending.ts';
import type { Reader } from '../../src/knowledge/access.ts';
import type { KnowledgeBase } from '../../src/knowledge/base-listing.ts';
import type { Catalog } from '../../src/knowledge/catalog.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import type { GuildGaps } from '../../src/knowledge/gaps.ts';
import type { KeptMention } from '../../src/knowledge/kept-mentions.ts';
import type { ShownPage } from '../../src/knowledge/shown-page.ts';
import type { Watch } from '../../src/knowledge/watch.ts';
import { InHand } from '../../src/operations/in-hand.ts';
import { ServiceError, type ServiceErrorFacts } from '../../src/service/errors.ts';
import type {
  DocumentPage,
  KnowledgeClient,
  KnowledgeDocument,
  ListParameters,
  Passage,
  RetrieveParameters,
} from '../../src/service/knowledge/client.ts';
import { asWritten } from '../../src/storage/record-index.ts';
import { knowledgeDesk } from './desks.ts';
import { fakeActor } from './fake-actor.ts';
import { FakeClock } from './fake-clock.ts';
import { silentLog } from './fake-log.ts';
import { FakeMessenger } from './fake-messenger.ts';
import { memorySettings } from './fake-settings.ts';
import { documentWith } from './knowledge-documents.ts';
import { Lifeline } from './lifeline.ts';
import { MemoryJournal, MemoryShelf, WriteFaults } from './memory-shelf.ts';

export const guildId = '400000000000000001';
export const otherGuildId = '400000000000000002';

export const handbook: KnowledgeBase = {
  id: 'handbook',
  name: 'Handbook',
  indexId: 'idx-handbook',
  workspaceId: 'ws',
  guilds: [guildId],
  open: 'everyone',
};

const there = { channelIds: ['300000000000000001'], roleIds: [guildId] };
export const reader: Reader = { ...fakeActor({ guildId, userId: '200000000000000001' }), ...there };
export const moderator: Reader = {
  ...fakeActor({ guildId, userId: '200000000000000002', everywhere: ['ManageMessages'] }),
  ...there,
};

/** The service as document 3 has it, in memory: documents newest first, and every call counted. */
export class FakeLibrary implements KnowledgeClient {
  readonly canRetrieve = true;
  /** Newest first. */
  documents: KnowledgeDocument[] = [];
  passages: Passage[] = [];
  readonly lists: ListParameters[] = [];
  readonly retrieves: RetrieveParameters[] = [];
  /** What the next calls fail with. */
  readonly failures: ServiceError[] = [];
  /** Searches of contents wait for it. */
  gate: Promise<void> = Promise.resolve();
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** `count` documents that were imported a minute apart. */
  fill(count: number, nameOf: (index: number) => string = (index) => `Document ${index}.md`): void {
    const now = this.#clock.now();
    this.documents = Array.from({ length: count }, (_, index) =>
      documentWith({ id: `d${index}`, name: nameOf(index), importedAt: now - (index + 1) * 60_000 }),
    );
  }

  /** The next `times` calls fail with this. */
  fail(error: ServiceErrorFacts, times = 1): void {
    for (let call = 0; call < times; call += 1) this.failures.push(new ServiceError(error));
  }

  arrive(id: string, facts: Partial<KnowledgeDocument> = {}): void {
    const document = { id, name: `${id}.md`, status: 'RUNNING', importedAt: this.#clock.now() } as const;
    this.documents = [documentWith({ ...document, ...facts }), ...this.documents];
  }

  change(id: string, facts: Partial<KnowledgeDocument>): void {
    this.documents = this.documents.map((each) => (each.id === id ? { ...each, ...facts } : each));
  }

  remove(id: string): void {
    this.documents = this.documents.filter((each) => each.id !== id);
  }

  async list(parameters: ListParameters): Promise<DocumentPage> {
    this.lists.push(parameters);
    const failure = this.failures.shift();
    if (failure) throw failure;
    const { page = 1, pageSize = 10, status, name, nameLike, indexId } = parameters;
    const fitting = this.documents.filter(
      (document) =>
        (status === undefined || document.status === status) &&
        (name === undefined ||
          (nameLike ? document.name.toLowerCase().includes(name.toLowerCase()) : document.name === name)),
    );
    return {
      indexId,
      documents: fitting.slice((page - 1) * pageSize, page * pageSize),
      totalCount: fitting.length,
      page,
      pageSize,
      requestId: undefined,
    };
  }

  async retrieve(parameters: RetrieveParameters) {
    this.retrieves.push(parameters);
    await this.gate;
    const failure = this.failures.shift();
    if (failure) throw failure;
    return { passages: this.passages, requestId: undefined };
  }

  async close(): Promise<void> {}
}

export interface KnowledgeWorldOptions {
  readonly bases?: readonly KnowledgeBase[];
  readonly searchable?: boolean;
  readonly configured?: boolean;
  readonly spending?: Spending;
  /** Deaths of processes are counted. */
  readonly countsDeaths?: boolean;
  /** How many documents the library has at first. */
  readonly documents?: number;
}

/** Everything around the knowledge feature, faked; `restart` ends the process as a kill would and begins another. */
export class KnowledgeWorld {
  readonly clock = new FakeClock();
  readonly library = new FakeLibrary(this.clock);
  readonly others = new Map<string, FakeLibrary>();
  #line = new Lifeline();
  readonly guilds = new MemoryShelf<SettingsRecord>(() => this.#line);
  readonly writeFaults = new WriteFaults(() => this.clock.now());
  readonly pages = new MemoryShelf<ShownPage>(() => this.#line, this.writeFaults);
  readonly gaps = new MemoryShelf<GuildGaps>(() => this.#line);
  readonly watches = new MemoryShelf<Watch>(() => this.#line, this.writeFaults, asWritten);
  readonly mentions = new MemoryShelf<KeptMention>(() => this.#line);
  readonly messenger = new FakeMessenger(this.clock, () => this.#line);
  readonly #options: KnowledgeWorldOptions;
  readonly #journal = new MemoryJournal();
  bases: readonly KnowledgeBase[];
  /** Does the bot work for the guild? */
  serves = true;
  /** May the bot read what was written in its channels? */
  readsHistory = true;
  desk: KnowledgeDesk;

  constructor(options: KnowledgeWorldOptions = {}) {
    this.#options = options;
    this.bases = options.bases ?? [handbook];
    this.library.fill(options.documents ?? 0);
    this.desk = this.#make();
  }

  get line(): Lifeline {
    return this.#line;
  }

  get catalog(): Catalog {
    return this.desk.catalog;
  }

  /** Lets the time pass that the work needs. */
  async done<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    await this.clock.until(() => isDone);
    return await work;
  }

  /** The process is gone without a word; another begins on what was written. */
  async restart(line = new Lifeline()): Promise<void> {
    this.#line = new Lifeline(0);
    void this.desk.close();
    this.#line = line;
    this.desk = this.#make();
    await this.desk.open();
  }

  #libraryOf(workspaceId: string): FakeLibrary {
    return this.others.get(workspaceId) ?? this.library;
  }

  #make(): KnowledgeDesk {
    const { searchable = true, configured = true, countsDeaths = false, spending } = this.#options;
    return knowledgeDesk({
      catalog: {
        client: {
          canRetrieve: searchable,
          list: async ({ workspaceId = '', ...asked }) => await this.#libraryOf(workspaceId).list(asked),
          retrieve: async ({ workspaceId = '', ...asked }) =>
            await this.#libraryOf(workspaceId).retrieve(asked),
          close: async () => undefined,
        },
        bases: configured ? this.bases : [],
        listsPerSecond: 10,
        searchesPerSecond: 1,
      },
      settings: { leastScore: 0.3, stuckMs: 3_600_000, watchEveryMs: 60_000, keepDays: 30 },
      page: memorySettings(this.guilds).page('knowledge'),
      pages: this.pages,
      gaps: this.gaps,
      watches: this.watches,
      spending,
      messenger: this.messenger,
      readsHistory: () => this.readsHistory,
      serves: () => this.serves,
      clock: this.clock,
      log: silentLog,
      ...(countsDeaths
        ? { inHand: new InHand({ journal: this.#journal.of(this.#line), log: silentLog }) }
        : {}),
    });
  }
}

import type { KnowledgeBase } from '../../src/knowledge/base-listing.ts';
import { Catalog } from '../../src/knowledge/catalog.ts';
import { NameKeeper } from '../../src/knowledge/name-keeper.ts';
import { type Place, readPage } from '../../src/knowledge/paging.ts';
import { systemClock } from '../../src/operations/clock.ts';
import type { KnowledgeClient, KnowledgeDocument } from '../../src/service/knowledge/client.ts';
import { silent } from './world.ts';

/** What is measured: suggestions while someone types, and pages of what is imported. */
export interface Subject {
  /** Whatever it does before anybody types. */
  prepare(): Promise<void>;
  suggest(typed: string): Promise<readonly string[]>;
  /** The next page, or undefined at the end. */
  next(): Promise<readonly KnowledgeDocument[] | undefined>;
  close(): Promise<void>;
}

const most = 25;
/** So that the limit on calls is not what is measured. */
const listsPerSecond = 4_000;

export const subjects: Readonly<Record<string, (client: KnowledgeClient, base: KnowledgeBase) => Subject>> = {
  /** The bot's own parts. */
  emcee: (client, base) => {
    const catalog = new Catalog({
      client,
      bases: [base],
      listsPerSecond,
      searchesPerSecond: 1,
      clock: systemClock,
    });
    const names = new NameKeeper({ catalog, clock: systemClock, log: silent });
    const seen = new Set<string>();
    let place: Place | undefined = { read: 0 };
    return {
      prepare: async () => {
        while (!(await names.overview(base)).complete) await systemClock.sleep(20);
      },
      suggest: async (typed) => (await names.suggest(base, typed, most)).map(({ name }) => name),
      next: async () => {
        if (!place) return undefined;
        const page = await readPage(
          'newest',
          async (window) =>
            await catalog.list(base, { status: 'FINISH', page: window.page, pageSize: window.size }),
          place,
          ({ id }) => seen.has(id),
        );
        for (const { id } of page.documents) seen.add(id);
        place = page.next;
        return page.documents;
      },
      close: async () => await names.close(),
    };
  },
  /** The usual recipe: ask the service for each key, and count pages. */
  recipe: (client, { indexId }) => {
    let page = 0;
    return {
      prepare: async () => undefined,
      suggest: async (typed) =>
        (await client.list({ indexId, name: typed, nameLike: true })).documents.map(({ name }) => name),
      next: async () => {
        page += 1;
        const { documents } = await client.list({ indexId, status: 'FINISH', page });
        return documents.length === 0 ? undefined : documents;
      },
      close: async () => undefined,
    };
  },
};

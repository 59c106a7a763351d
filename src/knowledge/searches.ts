import { createHash } from 'node:crypto';
import type { Actor } from '../authority/actor.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { readPage } from './paging.ts';
import type { DocumentQuery } from './query.ts';
import { type SearchRecord, shownDocumentOf } from './shown-page.ts';
import type { ShownPages } from './shown-pages.ts';
import type { Window } from './window.ts';

/** One page of a search. */
export interface SearchPage {
  readonly id: string;
  readonly base: KnowledgeBase;
  readonly query: DocumentQuery;
  /** The page's number, from 0. */
  readonly page: number;
  /** How many documents were on earlier pages. */
  readonly before: number;
  readonly documents: readonly KnowledgeDocument[];
  readonly totalCount: number | undefined;
  /** `new`: this is the end, but new arrivals can be looked up. */
  readonly next: 'more' | 'new' | undefined;
}

export interface SearchParts {
  readonly catalog: Catalog;
  readonly pages: ShownPages;
  readonly clock: Clock;
  /** Called with every document that was seen. */
  readonly onSeen: (base: KnowledgeBase, documents: readonly KnowledgeDocument[]) => void;
}

const fingerprintCharacters = 8;
/** Past this many, a narrower search is needed. */
const mostShown = 20_000;

/** Searches by name and status, page by page. Paging still works after a restart. */
export class Searches {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async start({ guildId, userId }: Actor, base: KnowledgeBase, query: DocumentQuery): Promise<SearchPage> {
    const { pages, clock } = this.#parts;
    const record: SearchRecord = {
      is: 'search',
      guildId,
      audience: { is: 'person', userId },
      at: clock.now(),
      query,
      documents: [],
      places: [{ read: 0, seen: 0 }],
      page: 0,
      seen: '',
    };
    return await this.#show(pages.newId(), base, record, 0);
  }

  /** @throws Refusal (`control-expired`) if that page was never shown */
  async turnTo(id: string, base: KnowledgeBase, record: SearchRecord, page: number): Promise<SearchPage> {
    if (!record.places[page]) throw new Refusal({ code: 'control-expired' });
    return await this.#show(id, base, record, page);
  }

  async #show(id: string, base: KnowledgeBase, record: SearchRecord, page: number): Promise<SearchPage> {
    const { catalog, pages, clock, onSeen } = this.#parts;
    const { query } = record;
    const place = record.places[page] ?? { read: 0, seen: 0 };
    const seenText = record.seen.slice(0, place.seen * fingerprintCharacters);
    const seen = fingerprintsIn(seenText);
    const list = async ({ page: number, size }: Window) =>
      await catalog.list(base, {
        page: number,
        pageSize: size,
        ...(query.status ? { status: query.status } : {}),
        ...(query.name ? { name: query.name, nameLike: query.match === 'part' } : {}),
      });
    const read = await readPage(query.order, list, place, (document) => seen.has(fingerprint(document.id)));
    onSeen(base, read.documents);
    const shown = place.seen + read.documents.length;
    const headAt = newestOf(read.documents, page === 0 ? undefined : record.headAt);
    const canGoOn = shown < mostShown;
    const isDone = read.documents.length === 0 && place.until !== undefined && place.read === 0;
    const next = read.next ?? (query.order === 'newest' ? { read: 0, until: headAt ?? 0 } : undefined);
    const after: SearchRecord = {
      ...record,
      at: clock.now(),
      page,
      places: [
        ...record.places.slice(0, page + 1),
        ...(next && canGoOn && !isDone ? [{ ...next, seen: shown }] : []),
      ],
      seen: seenText + read.documents.map((document) => fingerprint(document.id)).join(''),
      headAt,
      total: read.totalCount,
      documents: read.documents.map((document) => shownDocumentOf(base.id, document)),
    };
    await pages.keep(id, after);
    return {
      id,
      base,
      query,
      page,
      before: place.seen,
      documents: read.documents,
      totalCount: read.totalCount,
      next: after.places.length <= page + 1 ? undefined : read.next ? 'more' : 'new',
    };
  }
}

/** Just enough of a hash to tell one search's documents apart. */
function fingerprint(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, fingerprintCharacters);
}

function fingerprintsIn(text: string): ReadonlySet<string> {
  const all = new Set<string>();
  for (let at = 0; at < text.length; at += fingerprintCharacters)
    all.add(text.slice(at, at + fingerprintCharacters));
  return all;
}

function newestOf(documents: readonly KnowledgeDocument[], before: number | undefined): number | undefined {
  const times = documents.flatMap(({ importedAt }) => importedAt ?? []);
  return times.length === 0 ? before : Math.max(...times, before ?? 0);
}

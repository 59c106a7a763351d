import type { Logger } from 'pino';
import { BoundedMap } from '../operations/bounded-map.ts';
import { type Clock, withTimeout } from '../operations/clock.ts';
import { severityOf } from '../service/errors.ts';
import { type KnowledgeDocument, maxPageSize } from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { DocumentNames, type KnownDocument, mostRemembered } from './document-names.ts';

interface Kept {
  names: DocumentNames;
  /** Whether all documents have been read once. */
  complete: boolean;
  total: number | undefined;
  /** When the newest page was last read. */
  refreshedAt: number;
  /** When all of them were last read. */
  completedAt: number;
  working: Promise<void> | undefined;
  /** Typed texts that the service has already been asked for. */
  readonly asked: Map<string, true>;
  asking: boolean;
}

export interface NamesOverview {
  readonly byType: ReadonlyMap<string, number>;
  readonly read: number;
  readonly complete: boolean;
}

const refreshAfterMs = 60_000;
/** If the count doesn't match (documents are gone), all are read again, but not more often than this. */
const rereadAfterMs = 30 * 60_000;
const retryAfterMs = 30_000;
const mostBases = 50;
const mostAsked = 1_000;
/** Out of Discord's 3 s. */
const liveWithinMs = 1_800;
const smallWithinMs = 1_500;

/**
 * Knows the names of documents before anyone types them: reads a base in the background when it's first needed, and
 * checks its newest page after a minute. Until it knows all of them, it also asks the service for the typed text.
 */
export class NameKeeper {
  readonly #parts;
  readonly #kept = new BoundedMap<string, Kept>(mostBases);
  readonly #stop = new AbortController();

  constructor(parts: {
    readonly catalog: Catalog;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#kept.values()].map(({ working }) => working));
  }

  /** Documents that a search or an answer showed. */
  absorb(base: KnowledgeBase, documents: readonly KnowledgeDocument[]): void {
    this.#of(base).names.absorb(documents);
  }

  /** Never rejects: a failure only means fewer names. */
  async suggest(base: KnowledgeBase, typed: string, most: number): Promise<readonly KnownDocument[]> {
    const kept = this.#of(base);
    this.#keepUp(base, kept);
    const known = await kept.names.suggest(typed, most);
    if (kept.complete || known.length >= most) return known;
    await this.#askService(base, kept, typed.trim());
    return await kept.names.suggest(typed, most);
  }

  /** What's known about a base. If nothing is, starts to read it, and waits if it's small. */
  async overview(base: KnowledgeBase): Promise<NamesOverview> {
    const kept = this.#of(base);
    this.#keepUp(base, kept);
    if (!kept.complete && kept.working) await withTimeout(kept.working, smallWithinMs, this.#parts.clock);
    return { byType: kept.names.countByType(), read: kept.names.size, complete: kept.complete };
  }

  #of(base: KnowledgeBase): Kept {
    const kept = this.#kept.get(base.id) ?? nothingKept();
    // The last one used goes to the end.
    this.#kept.set(base.id, kept);
    return kept;
  }

  #keepUp(base: KnowledgeBase, kept: Kept): void {
    const now = this.#parts.clock.now();
    if (kept.working || this.#stop.signal.aborted || now - kept.refreshedAt < refreshAfterMs) return;
    const isStale = kept.complete && this.#doesNotFit(kept) && now - kept.completedAt > rereadAfterMs;
    const work = kept.complete && !isStale ? this.#readHead(base, kept) : this.#readAll(base, kept);
    kept.working = work
      .then(() => {
        kept.refreshedAt = this.#parts.clock.now();
      })
      .catch((error: unknown) => {
        kept.refreshedAt = this.#parts.clock.now() - refreshAfterMs + retryAfterMs;
        if (!this.#stop.signal.aborted)
          this.#parts.log[severityOf(error)](
            { err: error, base: base.id },
            "couldn't read the names of documents",
          );
      })
      .finally(() => {
        kept.working = undefined;
      });
  }

  #doesNotFit({ names, total }: Kept): boolean {
    return total !== undefined && total <= mostRemembered && names.size > total;
  }

  async #readAll(base: KnowledgeBase, kept: Kept): Promise<void> {
    const names = kept.complete ? new DocumentNames() : kept.names;
    for (let page = 1; page <= mostRemembered / maxPageSize; page += 1) {
      const listed = await this.#parts.catalog.listQuietly(base, { page }, this.#stop.signal);
      names.absorb(listed.documents);
      kept.total = listed.totalCount;
      if (listed.documents.length < maxPageSize) break;
    }
    kept.names = names;
    kept.complete = true;
    kept.completedAt = this.#parts.clock.now();
    kept.asked.clear();
  }

  /** Reads down to the first page with nothing new. */
  async #readHead(base: KnowledgeBase, kept: Kept): Promise<void> {
    for (let page = 1; page <= mostRemembered / maxPageSize; page += 1) {
      const { documents, totalCount } = await this.#parts.catalog.listQuietly(
        base,
        { page },
        this.#stop.signal,
      );
      const news = documents.filter(({ id, status }) => status !== 'DELETED' && !kept.names.has(id));
      kept.names.absorb(documents);
      kept.total = totalCount;
      if (news.length === 0 || documents.length < maxPageSize) return;
    }
  }

  /** One request at a time per base. What was asked once isn't asked again, nor is any text that begins with it. */
  async #askService(base: KnowledgeBase, kept: Kept, typed: string): Promise<void> {
    if (typed.length < 2 || kept.asking || isAsked(kept.asked, typed)) return;
    kept.asking = true;
    const { catalog, clock, log } = this.#parts;
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#stop.signal]);
    const asking = (async () => {
      try {
        const listed = await catalog.list(base, { name: typed, nameLike: true }, signal);
        kept.names.absorb(listed.documents);
        if ((listed.totalCount ?? maxPageSize + 1) <= maxPageSize) kept.asked.set(typed.toLowerCase(), true);
      } catch (error) {
        log.debug({ err: error, base: base.id }, "couldn't ask the service for names");
      } finally {
        kept.asking = false;
      }
    })();
    await withTimeout(asking, liveWithinMs, clock);
    stop.abort();
  }
}

function nothingKept(): Kept {
  return {
    names: new DocumentNames(),
    complete: false,
    total: undefined,
    refreshedAt: Number.NEGATIVE_INFINITY,
    completedAt: 0,
    working: undefined,
    asked: new BoundedMap(mostAsked),
    asking: false,
  };
}

/** Names that contain `typed` also contain each part of it, so they're all known. */
function isAsked(asked: ReadonlyMap<string, true>, typed: string): boolean {
  const folded = typed.toLowerCase();
  for (const earlier of asked.keys()) if (folded.includes(earlier)) return true;
  return false;
}

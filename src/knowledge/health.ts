import type { DocumentStatus, KnowledgeDocument } from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { readPage } from './paging.ts';
import type { Window } from './window.ts';

/** How a base is doing. */
export interface Health {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Undefined if the service doesn't count. */
  readonly counts: Readonly<Record<DocumentStatus, number | undefined>>;
  /** The newest failed imports. */
  readonly failed: readonly KnowledgeDocument[];
  /** The oldest imports that have taken too long. */
  readonly stuck: readonly KnowledgeDocument[];
}

/** One call for each status, and one or two more if over ten documents are importing. */
export async function healthOf(
  base: KnowledgeBase,
  {
    catalog,
    now,
    stuckMs,
    signal,
  }: {
    readonly catalog: Catalog;
    /** Epoch milliseconds. */
    readonly now: number;
    readonly stuckMs: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Health> {
  const first = async (status: DocumentStatus, pageSize: number) =>
    await catalog.list(base, { status, pageSize }, signal);
  const [failed, running, deleted, finished] = await Promise.all([
    first('INSERT_ERROR', 10),
    first('RUNNING', 10),
    first('DELETED', 1),
    first('FINISH', 1),
  ]);
  const isAll = (running.totalCount ?? 0) <= running.documents.length;
  const oldest = isAll ? running.documents.toReversed() : await oldestRunning(base, catalog, signal);
  return {
    at: now,
    counts: {
      INSERT_ERROR: failed.totalCount,
      RUNNING: running.totalCount,
      DELETED: deleted.totalCount,
      FINISH: finished.totalCount,
    },
    failed: failed.documents,
    stuck: oldest.filter((document) => isStuck(document, now, stuckMs)),
  };
}

export function isStuck(
  { status, importedAt }: Pick<KnowledgeDocument, 'status' | 'importedAt'>,
  now: number,
  stuckMs: number,
): boolean {
  return status === 'RUNNING' && importedAt !== undefined && now - importedAt > stuckMs;
}

async function oldestRunning(base: KnowledgeBase, catalog: Catalog, signal: AbortSignal | undefined) {
  const list = async ({ page, size }: Window) =>
    await catalog.list(base, { status: 'RUNNING', page, pageSize: size }, signal);
  const { documents } = await readPage('oldest', list, { read: 0 }, () => false);
  return documents;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { type KnowledgeDocument, maxPageSize } from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import type { DocumentQuery } from './query.ts';

export const mostExported = 10_000;
/** Twice what that many need, for a list that changes while it's read. */
const mostCalls = (2 * mostExported) / maxPageSize;
/** Pages in a row without a document that's new: the service repeats itself. */
const mostRepeats = 5;

interface Exported {
  /** UTF-8 with a byte order mark, for spreadsheets. */
  readonly csv: Uint8Array;
  readonly count: number;
  /** Whether there are more than could be listed. */
  readonly cut: boolean;
  /** The service repeated itself, so that some may be missing. */
  readonly incomplete: boolean;
}

const columns = [
  'id',
  'name',
  'status',
  'type',
  'size_bytes',
  'imported_at',
  'code',
  'message',
  'category',
  'chunk_mode',
  'chunk_size',
  'overlap_size',
  'separator',
  'enable_headers',
] as const;

/**
 * The list as a table, newest first. Documents that arrive or disappear meanwhile may be missing, but none is listed
 * twice.
 */
export async function exportDocuments(
  base: KnowledgeBase,
  query: Pick<DocumentQuery, 'name' | 'match' | 'status'>,
  {
    catalog,
    signal,
    onProgress,
  }: {
    readonly catalog: Catalog;
    readonly signal?: AbortSignal | undefined;
    /** Called with how many were read and how many there are, and awaited. */
    readonly onProgress?: (read: number, total: number | undefined) => Promise<void>;
  },
): Promise<Exported> {
  const found = new Map<string, KnowledgeDocument>();
  let total: number | undefined;
  let page = 1;
  let repeats = 0;
  for (let calls = 0; found.size < mostExported; calls += 1) {
    if (calls >= mostCalls || repeats >= mostRepeats) return await exported(found, total, true);
    const before = found.size;
    const listed = await catalog.listQuietly(
      base,
      {
        page,
        ...(query.status ? { status: query.status } : {}),
        ...(query.name ? { name: query.name, nameLike: query.match === 'part' } : {}),
      },
      signal,
    );
    for (const document of listed.documents) found.set(document.id, document);
    // A document disappeared and the rest moved up, so the previous page is checked again.
    const gone = goneSince(total, listed.totalCount);
    total = listed.totalCount ?? total;
    await onProgress?.(found.size, total);
    repeats = found.size > before ? Math.min(repeats, 0) : repeats + 1;
    if (gone > 0) {
      const back = Math.min(page - 1, Math.ceil(gone / maxPageSize));
      // What was read before is read again, so the service isn't repeating itself.
      repeats -= back;
      page -= back;
    } else if (listed.documents.length < maxPageSize) break;
    else page += 1;
  }
  return await exported(found, total, false);
}

/** 0 where one of the counts isn't known. */
function goneSince(before: number | undefined, now: number | undefined): number {
  return before === undefined || now === undefined ? 0 : Math.max(0, before - now);
}

async function exported(
  found: ReadonlyMap<string, KnowledgeDocument>,
  total: number | undefined,
  incomplete: boolean,
): Promise<Exported> {
  const documents = [...found.values()].slice(0, mostExported);
  return {
    csv: Buffer.from(await tableOf(documents)),
    count: documents.length,
    cut: found.size >= mostExported && (total ?? Number.POSITIVE_INFINITY) > mostExported,
    incomplete,
  };
}

/** How many rows are written, in a few milliseconds, before other work gets a turn. */
const rowsATurn = 250;

/** Whatever a spreadsheet would treat as a formula is quoted, so opening the file runs nothing. */
export async function tableOf(documents: readonly KnowledgeDocument[]): Promise<string> {
  const parts = [written([], true)];
  for (let from = 0; from < documents.length; from += rowsATurn) {
    if (from > 0) await nextTurn();
    parts.push(written(documents.slice(from, from + rowsATurn), false));
  }
  return parts.join('');
}

function written(documents: readonly KnowledgeDocument[], isBegin: boolean): string {
  return stringify(documents.map(rowOf), {
    header: isBegin,
    columns: [...columns],
    bom: isBegin,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

function rowOf(document: KnowledgeDocument): readonly (string | number | undefined)[] {
  const { importedAt } = document;
  return [
    document.id,
    document.name,
    document.status,
    document.type,
    document.sizeBytes,
    isDate(importedAt) ? new Date(importedAt).toISOString() : importedAt,
    document.code,
    document.message,
    document.categoryId,
    document.chunkMode,
    document.chunkSize,
    document.overlapSize,
    document.separator,
    document.enableHeaders,
  ];
}

function isDate(at: number | undefined): at is number {
  return at !== undefined && Math.abs(at) <= 8.64e15;
}

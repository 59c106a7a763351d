import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import { isSeam, lastWindow, startOf, type Window, windowFrom, windowUpTo } from './window.ts';

/** One page of the service's list, newest first. */
export interface Listed {
  readonly documents: readonly KnowledgeDocument[];
  readonly totalCount: number | undefined;
}
export type Seen = (document: KnowledgeDocument) => boolean;
type ListWindow = (window: Window) => Promise<Listed>;

export const orders = ['newest', 'oldest'] as const;
export type Order = (typeof orders)[number];

/**
 * Where to continue reading the list. Positions move as documents arrive and leave, so a position only says where to
 * look first. What was already shown, and the last shown document's time, decide.
 */
export interface Place {
  /** How many positions were read: from the top of the list, or from its end if the oldest come first. */
  readonly read: number;
  /** Import time (epoch ms) of the last document that was read. */
  readonly at?: number | undefined;
  /** How many documents there were then. */
  readonly total?: number | undefined;
  /** Older documents were read before, so reading ends there. */
  readonly until?: number | undefined;
}

interface PageRead {
  /** In the order they're shown; at most 10. */
  readonly documents: readonly KnowledgeDocument[];
  /** Undefined at the end. */
  readonly next: Place | undefined;
  readonly totalCount: number | undefined;
}

/** How many times to look for a page if the list keeps changing. */
const mostCalls = 20;

/**
 * Continues reading at a place. No document is shown twice, and none that was there before is skipped, even if others
 * arrive or leave. Each answer has to prove that it continues what was read, with a document that was shown or one from
 * the other side of the last one's time. Usually that's one call.
 * @param seen whether this document was shown before the place
 */
export async function readPage(order: Order, list: ListWindow, place: Place, seen: Seen): Promise<PageRead> {
  return order === 'newest' ? await readDown(list, place, seen) : await readUp(list, place, seen);
}

/** From the top down, newest first. */
async function readDown(list: ListWindow, start: Place, seen: Seen): Promise<PageRead> {
  let place = start;
  for (let calls = 0; calls < mostCalls; calls += 1) {
    const { read, at, total } = place;
    const window = windowFrom(read);
    const from = startOf(window);
    const { documents, totalCount } = await list(window);
    const growth = growthOf(total, totalCount);
    const landmark = documents.findIndex((document) => isAhead(document, at, seen));
    const atSeam = isSeam(from) && from === read;
    if (from > 0 && landmark < 0 && !(atSeam && growth === 0)) {
      const back = stepBack(read, from, documents.length, atSeam ? growth : 0);
      place = { ...place, read: back, total: totalCount };
      continue;
    }
    const rest = from === 0 ? documents : documents.slice(landmark + 1);
    const fresh = rest.filter((document) => !seen(document) && !isAfter(document.importedAt, at));
    const ended = isLast(window, documents.length, totalCount) || reaches(documents, place.until);
    const after = from + documents.length;
    place = { ...place, read: after, at: bound(Math.min, at, documents.at(-1)), total: totalCount };
    if (fresh.length > 0 || ended) return { documents: fresh, next: ended ? undefined : place, totalCount };
    if (calls === 0) place = { ...place, at, read: Math.max(after, read + growth) };
  }
  return { documents: [], next: place, totalCount: place.total };
}

/** A shown document that's older than what was read comes from an earlier reading and proves nothing here. */
function isAhead(document: KnowledgeDocument, at: number | undefined, seen: Seen): boolean {
  return isAfter(document.importedAt, at) || (seen(document) && !isAfter(at, document.importedAt));
}

/** Nothing proves that this continues what was read, so it may be too far down. */
function stepBack(read: number, from: number, count: number, growth: number): number {
  if (growth !== 0) return Math.max(0, read + growth);
  return count === 0 ? Math.max(0, from - 9) : from;
}

/** From the end up, oldest first. */
async function readUp(list: ListWindow, start: Place, seen: Seen): Promise<PageRead> {
  let place = start;
  for (let calls = 0; calls < mostCalls; calls += 1) {
    const { read, at, total: before } = place;
    const window = windowBefore(before, read);
    const from = startOf(window);
    const { documents, totalCount } = await list(window);
    const after = from + documents.length;
    const total = totalCount ?? after;
    const isOlder = ({ importedAt }: KnowledgeDocument) => isAfter(at, importedAt);
    // A shown document that was imported again is now among the newest and proves nothing here.
    const landmark = documents.findLastIndex(
      (document) => isOlder(document) || (seen(document) && !isAfter(document.importedAt, at)),
    );
    const isEdge = after >= total || (isSeam(after) && after === total - read && before === total);
    // The list ended before this page because documents disappeared, so the search starts over.
    if (landmark < 0 && (!isEdge || (documents.length === 0 && from > 0))) {
      place = { ...place, read: before === total ? Math.max(0, total - after) : read, total };
      continue;
    }
    const rest = isEdge ? documents : documents.slice(0, landmark);
    const fresh = rest.filter((document) => !seen(document) && !isOlder(document));
    place = { ...place, read: total - from, at: bound(Math.max, at, documents[0]), total };
    if (fresh.length > 0 || from === 0)
      return {
        documents: fresh.toReversed(),
        next: from === 0 ? undefined : place,
        totalCount: total,
      };
  }
  return { documents: [], next: place, totalCount: place.total };
}

function bound(
  of: (one: number, other: number) => number,
  at: number | undefined,
  document: KnowledgeDocument | undefined,
): number | undefined {
  const reached = document?.importedAt;
  return at === undefined || reached === undefined ? (reached ?? at) : of(at, reached);
}

function growthOf(before: number | undefined, now: number | undefined): number {
  return before === undefined || now === undefined ? 0 : now - before;
}

/** False if either time is unknown. */
function isAfter(at: number | undefined, other: number | undefined): boolean {
  return at !== undefined && other !== undefined && at > other;
}

function isLast(window: Window, count: number, totalCount: number | undefined): boolean {
  return count < window.size || startOf(window) + count >= (totalCount ?? Number.POSITIVE_INFINITY);
}

/** Without a count, only the top of the list can be read, and its answer has the count. */
function windowBefore(total: number | undefined, read: number): Window {
  if (total === undefined) return { page: 1, size: 10 };
  if (read <= 0) return lastWindow(total);
  return windowUpTo(Math.max(0, total - read));
}

/** Whether it has a document from before this reading began. */
function reaches(documents: readonly KnowledgeDocument[], until: number | undefined): boolean {
  return documents.some(({ importedAt }) => until !== undefined && !isAfter(importedAt, until));
}

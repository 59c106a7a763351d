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
 * Where a reading of the list goes on. Positions move while documents arrive and leave, so a position is only where to
 * look first; what was shown, and the time of the last document shown, decide.
 */
export interface Place {
  /** How many positions were read: from the list's head, or from its tail when the oldest come first. */
  readonly read: number;
  /** Import time (epoch ms) of the last document read. */
  readonly at?: number | undefined;
  /** How many there were then. */
  readonly total?: number | undefined;
  /** What is as old as this was read before: the reading ends there. */
  readonly until?: number | undefined;
}

interface PageRead {
  /** In the order they are shown; at most 10. */
  readonly documents: readonly KnowledgeDocument[];
  /** Undefined at the end. */
  readonly next: Place | undefined;
  readonly totalCount: number | undefined;
}

/** How many times to look for a page in a list that keeps changing. */
const mostCalls = 20;

/**
 * Reads on from a place: no document is shown twice, and none that was there before is passed over, whatever arrives or
 * leaves meanwhile. Each answer must itself show that it continues what was read: by a document that was shown, or one
 * from the other side of the last one's time. Mostly that is one call.
 * @param seen was this document shown before the place?
 */
export async function readPage(order: Order, list: ListWindow, place: Place, seen: Seen): Promise<PageRead> {
  return order === 'newest' ? await readDown(list, place, seen) : await readUp(list, place, seen);
}

/** Down from the head: the newest first. */
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

/** What was shown and is older than what was read was shown by an earlier reading: it says nothing of this one. */
function isAhead(document: KnowledgeDocument, at: number | undefined, seen: Seen): boolean {
  return isAfter(document.importedAt, at) || (seen(document) && !isAfter(at, document.importedAt));
}

/** Nothing shows that this continues what was read, so it may lie too far down. */
function stepBack(read: number, from: number, count: number, growth: number): number {
  if (growth !== 0) return Math.max(0, read + growth);
  return count === 0 ? Math.max(0, from - 9) : from;
}

/** Up from the tail: the oldest first. */
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
    // One that was shown and imported again since stands among the newest: it says nothing of what was read.
    const landmark = documents.findLastIndex(
      (document) => isOlder(document) || (seen(document) && !isAfter(document.importedAt, at)),
    );
    const isEdge = after >= total || (isSeam(after) && after === total - read && before === total);
    // Nothing beyond the end: so many documents are gone that the search starts over.
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

/** False when either time is unknown. */
function isAfter(at: number | undefined, other: number | undefined): boolean {
  return at !== undefined && other !== undefined && at > other;
}

function isLast(window: Window, count: number, totalCount: number | undefined): boolean {
  return count < window.size || startOf(window) + count >= (totalCount ?? Number.POSITIVE_INFINITY);
}

/** Without a count there is nothing but the head to look at, which tells it. */
function windowBefore(total: number | undefined, read: number): Window {
  if (total === undefined) return { page: 1, size: 10 };
  if (read <= 0) return lastWindow(total);
  return windowUpTo(Math.max(0, total - read));
}

/** Does it hold something that was read before this reading began? */
function reaches(documents: readonly KnowledgeDocument[], until: number | undefined): boolean {
  return documents.some(({ importedAt }) => until !== undefined && !isAfter(importedAt, until));
}

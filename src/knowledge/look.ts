import { type DocumentPage, type KnowledgeDocument, maxPageSize } from '../service/knowledge/client.ts';
import type { KnowledgeBase } from './base-listing.ts';
import type { Catalog } from './catalog.ts';
import { isSince, type Observation, type Pending, type Watch } from './watch.ts';

const mostPages = 50;
/** Up to this many are looked up by name, one call each. More are searched in the list of running imports. */
const fewPending = 1;

/** Checks a base for a watch: one call if nothing is importing and nothing has changed. */
export async function lookAt(
  base: KnowledgeBase,
  watch: Pick<Watch, 'mark' | 'pending'>,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<Observation> {
  const seen = new Map<string, KnowledgeDocument>();
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await catalog.listQuietly(base, { page }, signal);
    for (const document of listed.documents) if (!seen.has(document.id)) seen.set(document.id, document);
    const { documents } = listed;
    if (isEnd(listed) || documents.some((document) => !isSince(document, watch.mark))) break;
  }
  const known = new Map<string, KnowledgeDocument | undefined>();
  const rest = watch.pending.filter(({ id }) => {
    const document = seen.get(id);
    if (document) known.set(id, document);
    return !document;
  });
  if (rest.length > fewPending) await lookAtRunning(base, rest, known, catalog, signal);
  for (const pending of rest) {
    if (!known.has(pending.id))
      known.set(
        pending.id,
        await findByName(pending, (parameters) => catalog.listQuietly(base, parameters, signal)),
      );
  }
  return { arrived: [...seen.values()].filter((document) => isSince(document, watch.mark)), known };
}

/** A document by its name and id, or undefined. The service only finds by name, and names repeat. */
export async function findByName(
  { id, name }: Pick<Pending, 'id' | 'name'>,
  list: (parameters: { readonly name: string; readonly page: number }) => Promise<DocumentPage>,
): Promise<KnowledgeDocument | undefined> {
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await list({ name, page });
    const found = listed.documents.find((document) => document.id === id);
    if (found || isEnd(listed)) return found;
  }
  return undefined;
}

async function lookAtRunning(
  base: KnowledgeBase,
  wanted: readonly Pending[],
  known: Map<string, KnowledgeDocument | undefined>,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<void> {
  const missing = new Set(wanted.map(({ id }) => id));
  for (let page = 1; page <= mostPages && missing.size > 0; page += 1) {
    const listed = await catalog.listQuietly(base, { status: 'RUNNING', page }, signal);
    for (const document of listed.documents) {
      if (missing.delete(document.id)) known.set(document.id, document);
    }
    if (isEnd(listed)) return;
  }
}

function isEnd({ documents, page, totalCount }: DocumentPage): boolean {
  return documents.length < maxPageSize || page * maxPageSize >= (totalCount ?? Number.POSITIVE_INFINITY);
}

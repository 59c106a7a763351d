import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { openLinks } from './answer-page.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { type Described, documentLine, shownName } from './describe.ts';
import { type AddressFacts, addressOf } from './document-address.ts';
import { documentMenu } from './document-menu.ts';
import type { DocumentQuery } from './query.ts';
import type { SearchPage } from './searches.ts';
import type { SearchRecord } from './shown-page.ts';

const longestName = 90;
const longestTitle = 80;
/** Room for the title and the text below the documents. */
const longestAround = 400;

/** `<id>.<page>`, the page from 0. */
function pageIdOf(id: string, page: number): string {
  return `${id}.${page}`;
}

/** Undefined if it isn't one of ours. */
export function parsePageId(id: string): { readonly id: string; readonly page: number } | undefined {
  const match = /^([\w-]{12})\.(\d{1,5})$/.exec(id);
  return match?.[1] ? { id: match[1], page: Number(match[2]) } : undefined;
}

/** A page of documents for the person who searched. */
export function renderSearch(page: SearchPage, words: Words): MessageBody {
  const { buttons } = words.knowledge;
  const control = (label: string, target: number) =>
    button('secondary', label, 'knowledge', 'page', pageIdOf(page.id, target));
  const controls = [
    ...(page.page > 0 ? [control(buttons.previous, page.page - 1)] : []),
    ...(page.next ? [control(page.next === 'more' ? buttons.next : buttons.newSince, page.page + 1)] : []),
    ...(page.documents.length > 0 ? [button('secondary', buttons.share, 'knowledge', 'share', page.id)] : []),
  ];
  return {
    components: [
      container([
        text(`**${searchTitle(page.base, page.query, words)}**`),
        text(documentsText(page, words)),
        text(`-# ${rangeText(page, words)}`),
        ...documentMenu(page.id, page.documents, words),
        ...buttonRow(controls),
      ]),
    ],
  };
}

/** The same page for everyone, without paging buttons. */
export function renderSharedSearch(
  shareId: string,
  base: KnowledgeBase,
  record: SearchRecord,
  mention: string,
  words: Words,
): MessageBody {
  const { search } = words.knowledge;
  const { query, documents, places, page, total } = record;
  const before = places[page]?.seen ?? 0;
  const range = search.range(before + 1, before + documents.length, total);
  return {
    components: [
      container([
        text(`**${searchTitle(base, query, words)}**`),
        text(linkedLines(base, documents, words)),
        text(`-# ${search.sharedBy(mention)} · ${range}`),
        ...documentMenu(shareId, documents, words),
      ]),
    ],
  };
}

function searchTitle(base: KnowledgeBase, query: DocumentQuery, words: Words): string {
  const { search, statuses } = words.knowledge;
  const name = query.name === undefined ? undefined : shownName(query.name, longestTitle);
  return [
    search.title(shownName(base.name, longestTitle), name, query.match === 'exact'),
    ...(query.status ? [search.only(statuses[query.status])] : []),
    ...(query.order === 'oldest' ? [search.oldestFirst] : []),
  ].join(' · ');
}

function documentsText({ base, documents, page, next, totalCount }: SearchPage, words: Words): string {
  const { search } = words.knowledge;
  if (documents.length > 0)
    return linkedLines(
      base,
      documents.map((document) => ({ ...document, category: document.categoryId })),
      words,
    );
  if (page === 0 && (totalCount ?? 0) === 0) return search.none;
  if (next === 'more') return search.unsteady;
  return next === 'new' ? search.end : search.nothingNew;
}

/** A line per document, with a link as far as there's room. */
function linkedLines(
  base: KnowledgeBase,
  documents: readonly (Described & AddressFacts)[],
  words: Words,
): string {
  const lineOf = (document: Described, link?: string) => documentLine(document, words, longestName, link);
  const links = openLinks(
    documents.map((document) => base.documentUrl && addressOf(base.documentUrl, base.id, document)),
    words.knowledge.buttons.open,
    longestAround + documents.map((document) => lineOf(document)).join('\n').length,
  );
  return documents.map((document, index) => lineOf(document, links[index])).join('\n');
}

function rangeText({ before, documents, totalCount }: SearchPage, words: Words): string {
  const { search } = words.knowledge;
  if (documents.length === 0) return search.found(totalCount ?? before);
  return search.range(before + 1, before + documents.length, totalCount);
}

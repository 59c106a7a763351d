import { z } from 'zod';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import { querySchema } from './query.ts';

/** A document that stands in a message: as it was, and enough to find it again, since the service finds by name only. */
const shownDocument = z.object({
  baseId: z.string(),
  id: z.string(),
  name: z.string(),
  status: z.string().optional(),
  type: z.string().optional(),
  sizeBytes: z.number().optional(),
  importedAt: z.number().optional(),
  code: z.string().optional(),
  category: z.string().optional(),
});
export type ShownDocument = z.output<typeof shownDocument>;

const placeSchema = z.object({
  read: z.number(),
  at: z.number().optional(),
  total: z.number().optional(),
  until: z.number().optional(),
  /** How many documents were shown before. */
  seen: z.number(),
});

const audience = z.discriminatedUnion('is', [
  z.object({ is: z.literal('person'), userId: z.string() }),
  z.object({ is: z.literal('channel'), channelId: z.string() }),
]);
export type Audience = z.output<typeof audience>;

const shared = {
  guildId: z.string(),
  /** For whom its controls are: who asked, or those who can view the channel in which it stands. Nobody without it. */
  audience: audience.optional(),
  /** Epoch milliseconds; what is old is forgotten. */
  at: z.number(),
  documents: z.array(shownDocument),
  /** `<channel>.<page>` of each place it was shared to. */
  sharedTo: z.array(z.string()).optional(),
};

const searchSchema = z.object({
  is: z.literal('search'),
  ...shared,
  query: querySchema,
  /** Where each page begins, from the first on; one more than was shown when there is a next. */
  places: z.array(placeSchema),
  /** Of the whole search, as the service counted last. */
  total: z.number().optional(),
  /** Which page is shown, from 0. */
  page: z.number(),
  /** What was shown on this page and before: `fingerprint` after `fingerprint`, in their order. */
  seen: z.string(),
  /** Import time of the newest that was shown. */
  headAt: z.number().optional(),
});
export type SearchRecord = z.output<typeof searchSchema>;

const passageSchema = z.object({
  text: z.string(),
  score: z.number(),
  baseId: z.string(),
  /** Of the document, as far as the service said. */
  documentId: z.string().optional(),
  name: z.string().optional(),
  /** Which of the page's documents it stands in. */
  document: z.number().optional(),
});

const answerSchema = z.object({
  is: z.literal('answer'),
  ...shared,
  question: z.string(),
  /** What was asked before, when the answer is about both. */
  after: z.string().optional(),
  baseIds: z.array(z.string()),
  passages: z.array(passageSchema),
  /** Who said that it did not help. */
  unhelpfulTo: z.array(z.string()),
});
export type AnswerRecord = z.output<typeof answerSchema>;

/** A list of documents that is neither paged nor asked for again: what was shared, reported, watched. */
const listSchema = z.object({ is: z.literal('list'), ...shared });

/** What stands behind the controls of a message, so that they work after a restart. */
export const shownPageSchema = z.discriminatedUnion('is', [searchSchema, answerSchema, listSchema]);
export type ShownPage = z.output<typeof shownPageSchema>;

export function shownDocumentOf(
  baseId: string,
  document: Pick<
    KnowledgeDocument,
    'id' | 'name' | 'status' | 'type' | 'sizeBytes' | 'importedAt' | 'code' | 'categoryId'
  >,
): ShownDocument {
  const { id, name, status, type, sizeBytes, importedAt, code, categoryId: category } = document;
  return { baseId, id, name, status, type, sizeBytes, importedAt, code, category };
}

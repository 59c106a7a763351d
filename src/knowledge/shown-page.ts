import { z } from 'zod';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import { querySchema } from './query.ts';

/** A document that's listed in a message, with enough to find it again, since the service only finds by name. */
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
  /**
   * Who may use its controls: the person who asked, or everyone who can view the message's channel. Nobody, if absent.
   */
  audience: audience.optional(),
  /** Epoch milliseconds; old pages are forgotten. */
  at: z.number(),
  documents: z.array(shownDocument),
  /** `<channel>.<page>` for each place it was shared to. */
  sharedTo: z.array(z.string()).optional(),
};

const searchSchema = z.object({
  is: z.literal('search'),
  ...shared,
  query: querySchema,
  /** Where each page begins. If there's a next page, it has one more than were shown. */
  places: z.array(placeSchema),
  /** The total of the search, as the service last counted it. */
  total: z.number().optional(),
  /** The page that's shown, from 0. */
  page: z.number(),
  /** What was shown up to this page: fingerprints one after the other. */
  seen: z.string(),
  /** Import time of the newest shown document. */
  headAt: z.number().optional(),
});
export type SearchRecord = z.output<typeof searchSchema>;

const passageSchema = z.object({
  text: z.string(),
  score: z.number(),
  baseId: z.string(),
  /** The document's id, as far as the service said. */
  documentId: z.string().optional(),
  name: z.string().optional(),
  /** Which of the page's documents it's from. */
  document: z.number().optional(),
});

const answerSchema = z.object({
  is: z.literal('answer'),
  ...shared,
  question: z.string(),
  /** The previous question, if the answer is about both. */
  after: z.string().optional(),
  baseIds: z.array(z.string()),
  passages: z.array(passageSchema),
  /** People who said it didn't help. */
  unhelpfulTo: z.array(z.string()),
});
export type AnswerRecord = z.output<typeof answerSchema>;

/** A list of documents without paging: shared, reported or watched. */
const listSchema = z.object({ is: z.literal('list'), ...shared });

/** What's behind a message's controls, so they work after a restart. */
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

import { z } from 'zod';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';

const pendingSchema = z.object({ id: z.string(), name: z.string(), at: z.number().optional() });

/** An import that finished or failed. */
const eventSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['FINISH', 'INSERT_ERROR']),
  type: z.string().optional(),
  sizeBytes: z.number().optional(),
  importedAt: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
type WatchEvent = z.output<typeof eventSchema>;

const batchSchema = z.object({
  /** Id of the page behind the message's controls, and the message's nonce. */
  id: z.string(),
  at: z.number(),
  events: z.array(eventSchema),
  /** Posting has begun, so the message may have arrived. */
  posting: z.boolean(),
});
export type WatchBatch = z.output<typeof batchSchema>;

/** A watched base, with everything needed to continue after a restart. */
export const watchSchema = z.object({
  guildId: z.string(),
  baseId: z.string(),
  channelId: z.string(),
  /** Who started it, and is told if it ends by itself; `nobody` once they were forgotten. */
  userId: z.string(),
  /** Discord locale of the guild. */
  locale: z.string().optional(),
  /** The locale of the person who started it; older records lack it. */
  userLocale: z.string().optional(),
  /** Epoch milliseconds. */
  since: z.number(),
  /** Import time of the newest document that was seen, and the ids of all documents with exactly this time. */
  mark: z.object({ at: z.number(), ids: z.array(z.string()) }),
  /** Imports that are still running. */
  pending: z.array(pendingSchema),
  /** Messages that may not have been posted. */
  outbox: z.array(batchSchema),
  /** Since when it's been paused because the bot can't read its own messages in the channel. */
  blindSince: z.number().optional(),
  /** How many checks in a row found no change. */
  idle: z.number(),
});
export type Watch = z.output<typeof watchSchema>;
export type Pending = z.output<typeof pendingSchema>;

/** What one check of the base found. */
export interface Observation {
  /** Documents that arrived since the mark. */
  readonly arrived: readonly KnowledgeDocument[];
  /** The current state of pending imports; `undefined` for a document that's gone. */
  readonly known: ReadonlyMap<string, KnowledgeDocument | undefined>;
}

/** No more than this are followed; if thousands arrive at once, there's the health page. */
const mostPending = 500;

export function watchKey({ guildId, baseId }: Pick<Watch, 'guildId' | 'baseId'>): string {
  return `${guildId}.${baseId}`;
}

/** Whether this document is newer than what the watch has seen. */
export function isSince({ importedAt, id }: KnowledgeDocument, { at, ids }: Watch['mark']): boolean {
  return importedAt !== undefined && (importedAt > at || (importedAt === at && !ids.includes(id)));
}

/** The watch after a check, and the imports that ended, each of them once. */
export function observe(
  watch: Watch,
  { arrived, known }: Observation,
): { readonly watch: Watch; readonly ended: readonly WatchEvent[] } {
  const pending = new Map(watch.pending.map((each) => [each.id, each]));
  const ended: WatchEvent[] = [];
  const look = (document: KnowledgeDocument) => {
    if (document.status === 'FINISH' || document.status === 'INSERT_ERROR')
      ended.push(eventOf(document, document.status));
    if (document.status !== 'RUNNING') pending.delete(document.id);
    else pending.set(document.id, { id: document.id, name: document.name, at: document.importedAt });
  };
  const isArrival = new Set(arrived.map(({ id }) => id));
  for (const [id, document] of known) {
    if (isArrival.has(id)) continue;
    if (document) look(document);
    else pending.delete(id);
  }
  for (const document of arrived) look(document);
  const isQuiet = ended.length === 0 && arrived.length === 0;
  return {
    watch: {
      ...watch,
      mark: marked(watch.mark, arrived),
      pending: [...pending.values()].slice(-mostPending),
      idle: isQuiet ? watch.idle + 1 : 0,
    },
    ended,
  };
}

export function marked(mark: Watch['mark'], documents: readonly KnowledgeDocument[]): Watch['mark'] {
  const times = documents.flatMap(({ importedAt }) => importedAt ?? []);
  const at = Math.max(mark.at, ...times);
  const ids = documents.filter(({ importedAt }) => importedAt === at).map(({ id }) => id);
  return { at, ids: at === mark.at ? [...new Set([...mark.ids, ...ids])] : ids };
}

function eventOf(document: KnowledgeDocument, status: WatchEvent['status']): WatchEvent {
  const { id, name, type, sizeBytes, importedAt, code, message } = document;
  const failure = status === 'INSERT_ERROR' ? { code, message } : {};
  return { id, name, status, type, sizeBytes, importedAt, ...failure };
}

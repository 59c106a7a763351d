import { z } from 'zod';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';

const pendingSchema = z.object({ id: z.string(), name: z.string(), at: z.number().optional() });

/** An import that ended. */
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
  /** Of the page behind the message's controls; also the message's nonce. */
  id: z.string(),
  at: z.number(),
  events: z.array(eventSchema),
  /** Was posting begun? Then it may have arrived. */
  posting: z.boolean(),
});
export type WatchBatch = z.output<typeof batchSchema>;

/** A base that moderators of a guild have watched, with everything that is needed to go on after a restart. */
export const watchSchema = z.object({
  guildId: z.string(),
  baseId: z.string(),
  channelId: z.string(),
  /** Who began it, to be told when it ends by itself. */
  userId: z.string(),
  /** Discord locale of the guild. */
  locale: z.string().optional(),
  /** Theirs who began it; older records lack it. */
  userLocale: z.string().optional(),
  /** Epoch milliseconds. */
  since: z.number(),
  /** Import time of the newest document that was seen, and who else has exactly this time. */
  mark: z.object({ at: z.number(), ids: z.array(z.string()) }),
  /** Imports that have not ended. */
  pending: z.array(pendingSchema),
  /** Messages that were not surely posted. */
  outbox: z.array(batchSchema),
  /** Since when it's paused, because the bot can't read what it wrote in the channel. */
  blindSince: z.number().optional(),
  /** Looks in a row at which nothing had happened. */
  idle: z.number(),
});
export type Watch = z.output<typeof watchSchema>;
export type Pending = z.output<typeof pendingSchema>;

/** What a look at the base found. */
export interface Observation {
  /** What has arrived since the mark. */
  readonly arrived: readonly KnowledgeDocument[];
  /** Pending imports as they are now; `undefined` for a document that is gone. */
  readonly known: ReadonlyMap<string, KnowledgeDocument | undefined>;
}

/** More aren't followed: for thousands at once there's the health page. */
const mostPending = 500;

export function watchKey({ guildId, baseId }: Pick<Watch, 'guildId' | 'baseId'>): string {
  return `${guildId}.${baseId}`;
}

/** Is this document newer than what the watch has seen? */
export function isSince({ importedAt, id }: KnowledgeDocument, { at, ids }: Watch['mark']): boolean {
  return importedAt !== undefined && (importedAt > at || (importedAt === at && !ids.includes(id)));
}

/** The watch after a look, and the imports that ended: each is there once. */
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

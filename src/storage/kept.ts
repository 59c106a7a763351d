import type { ZodType } from 'zod';
import type { Collection } from './collection.ts';
import type { IndexRecord } from './record-index.ts';
import type { Store } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How a collection forgets a person. `deleted`: their records go. `unnamed`: the record is the server's, or what a moderator needs as
 * evidence, so it stays and loses its name. `names-nobody`: there's no person in it. Records of other people that name them lose
 * the name, in whatever collection.
 */
type Forgetting = 'deleted' | 'unnamed' | 'names-nobody';

/** How long something stays. */
export type Keeping =
  /** Until it's over, or the next start. */
  | { readonly is: 'done' }
  /** Until it's over, however often the bot restarts. */
  | { readonly is: 'over' }
  /** Until the bot leaves that server. */
  | { readonly is: 'left' }
  /** Until the person or a moderator changes it. */
  | { readonly is: 'changed' }
  /** As many days as the bot's owner chose, after it's over; never longer than `mostMs`. */
  | { readonly is: 'days'; readonly mostMs?: number }
  | { readonly is: 'time'; readonly ms: number }
  /** As many hours as the bot's owner chose for video files. */
  | { readonly is: 'video-hours' }
  /** Until as many newer back-ups are there as the bot's owner keeps. */
  | { readonly is: 'back-ups' };

export interface Kept {
  readonly forgets: Forgetting;
  /** A list in its records that still names them: it's what a moderator decided against them. */
  readonly exceptIn?: string;
  readonly keeps: Keeping;
}

const done = { is: 'done' } as const;
const changed = { is: 'changed' } as const;
const days = { is: 'days' } as const;

/**
 * Every collection: the one place that says how long its records are kept and how it forgets a person. What clears them, erasure,
 * `/privacy` and `docs/retention.md` read it here.
 */
export const keptCollections = {
  'video-jobs': { forgets: 'deleted', keeps: days },
  'video-drafts': { forgets: 'deleted', keeps: { is: 'time', ms: dayMs } },
  'video-presets': { forgets: 'deleted', keeps: changed },
  consents: { forgets: 'deleted', keeps: changed },
  'never-heard': { forgets: 'deleted', keeps: changed },
  'never-written': { forgets: 'deleted', keeps: changed },
  'conversation-running': { forgets: 'names-nobody', keeps: done },
  'interpreter-running': { forgets: 'names-nobody', keeps: done },
  'recordings-running': { forgets: 'deleted', keeps: done },
  'recordings-keepers': { forgets: 'deleted', keeps: changed },
  'recordings-kept': { forgets: 'deleted', keeps: { is: 'time', ms: dayMs } },
  'recordings-told': { forgets: 'names-nobody', keeps: { is: 'time', ms: 30 * dayMs } },
  'interpreter-people': { forgets: 'deleted', keeps: changed },
  'speech-people': { forgets: 'deleted', keeps: changed },
  'speech-unfinished': { forgets: 'deleted', keeps: done },
  'speech-panels': { forgets: 'names-nobody', keeps: done },
  'voice-statuses': { forgets: 'names-nobody', keeps: done },
  'knowledge-pages': { forgets: 'deleted', keeps: { is: 'days', mostMs: 14 * dayMs } },
  'knowledge-gaps': { forgets: 'names-nobody', keeps: days },
  'knowledge-mentions': { forgets: 'deleted', keeps: done },
  'knowledge-watches': { forgets: 'unnamed', keeps: { is: 'over' } },
  'server-settings': { forgets: 'unnamed', keeps: changed, exceptIn: 'blocked' },
  'settings-changes': { forgets: 'unnamed', keeps: { is: 'time', ms: 30 * dayMs } },
  'owner-pause': { forgets: 'names-nobody', keeps: changed },
  'limit-alarms': { forgets: 'names-nobody', keeps: { is: 'time', ms: 62 * dayMs } },
  digests: { forgets: 'names-nobody', keeps: changed },
  'give-backs': { forgets: 'unnamed', keeps: { is: 'time', ms: 62 * dayMs } },
  guilds: { forgets: 'names-nobody', keeps: { is: 'left' } },
  'owner-notices': { forgets: 'names-nobody', keeps: { is: 'over' } },
  erasures: { forgets: 'names-nobody', keeps: days },
  'set-aside': { forgets: 'deleted', keeps: days },
} as const satisfies Readonly<Record<string, Kept>>;

export type CollectionName = keyof typeof keptCollections;

export const collectionNames = Object.keys(keptCollections) as readonly CollectionName[];

export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(keptCollections, name);
}

/** What's kept elsewhere than in a collection, and what becomes of it when a person is forgotten. */
export const keptElsewhere = {
  spending: {
    where: 'tables `sums`, `reservations`',
    keeps: { is: 'time', ms: 62 * dayMs },
    forgets: 'stays, under another name',
  },
  'video-files': { where: '`videos/`, or `FILES_URL`', keeps: { is: 'video-hours' }, forgets: 'deleted' },
  'in-hand': { where: '`in-hand.log`', keeps: done, forgets: 'names nobody' },
  copies: { where: 'beside the store, the last three', keeps: days, forgets: 'gone with the copy' },
  'back-ups': {
    where: '`backups/`, the last `BACKUP_KEEP`',
    keeps: { is: 'back-ups' },
    forgets: 'gone with the back-up',
  },
  temporary: {
    where: '`temporary/`',
    keeps: { is: 'time', ms: hourMs },
    forgets: 'gone within seconds',
  },
} as const satisfies Readonly<
  Record<string, { readonly where: string; readonly keeps: Keeping; readonly forgets: string }>
>;

export type PlaceName = keyof typeof keptElsewhere;

interface Chosen {
  readonly keepDays: number;
  readonly operations?: { readonly backUps: { readonly everyMs: number; readonly most: number } };
}

/** How long something is kept at most, in milliseconds; undefined: until something happens. */
export function keptForMs(keeps: Keeping, chosen: Chosen): number | undefined {
  if (keeps.is === 'time') return keeps.ms;
  const { backUps } = chosen.operations ?? {};
  if (keeps.is === 'back-ups') return backUps && backUps.most * backUps.everyMs;
  if (keeps.is !== 'days') return undefined;
  return Math.min(chosen.keepDays * dayMs, keeps.mostMs ?? Number.POSITIVE_INFINITY);
}

/** The store as the bot opens it: a collection that isn't in the table above doesn't compile. */
export interface KeptStore extends Omit<Store, 'collection'> {
  collection<T>(
    name: Exclude<CollectionName, 'set-aside'>,
    schema: ZodType<T>,
    indexOf: IndexRecord<T>,
  ): Collection<T>;
}

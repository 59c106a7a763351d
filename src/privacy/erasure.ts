import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { breath, type Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { RecordQuery } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import { type CollectionName, isCollectionName, type Kept, keptCollections } from '../storage/kept.ts';
import { unnamed, unnamedBut } from '../storage/record-index.ts';
import type { Store } from '../storage/store.ts';

/** Who asked for it: the person, or the bot's owner for them, such as for people who have left the server. */
export const askers = ['person', 'owner'] as const;
export type Asker = (typeof askers)[number];

/** That a person was forgotten, without who it was. */
export const erasureSchema = z.object({
  at: z.number(),
  asked: z.enum(askers),
  deleted: z.number(),
  unnamed: z.number(),
});
export type ErasureRecord = z.infer<typeof erasureSchema>;

/** What became of a person's records. */
export interface ErasureProof {
  readonly deleted: ReadonlyMap<string, number>;
  /** Records that stay, of the server or of others, without their name. */
  readonly unnamed: ReadonlyMap<string, number>;
  /** Sums and reservations that now stand under another name. */
  readonly renamedSums: number;
  /** False: another process hasn't confirmed yet that it let go of what it was working on. */
  readonly everywhere: boolean;
  /** False: something was written about them while they were being forgotten. */
  readonly complete: boolean;
  /** The log beside the store still has what was deleted. Undefined: it doesn't. */
  readonly logGoneBy: number | undefined;
  /** When the last copy or back-up of the store that may name them is deleted; undefined if there's none. */
  readonly copiesGoneBy: number | undefined;
}

/** One write takes a few records with it, as many as it can without holding the event loop, and a few writes wait for the disk together. */
const atOnce = { first: 10, most: 100, aimMs: 4, underWay: 20 };
/** Records, some 100 MB of the store's log. */
const logMovedAfter = 10_000;
/** Something may be written while it's being deleted; after that many rounds, the proof says so. */
const mostRounds = 3;
/** As often as the log is moved into the store by itself. */
const logMovedWithinMs = 5 * 60_000;

/** Forgets people. If it fails halfway, it can be repeated. */
export class Erasure {
  readonly #parts;

  constructor(parts: {
    readonly store: Pick<
      Store,
      'atomic' | 'checkpoint' | 'inSmallSteps' | 'moveLog' | 'eraseTraces' | 'elsewhere'
    >;
    /** When each copy and back-up of the store is deleted. */
    readonly copiesGoneAt: () => readonly number[];
    readonly erasures: Collection<ErasureRecord>;
    readonly inHand: Pick<InHand, 'shorten'>;
    readonly clock: Clock;
    /** For how many milliseconds the event loop was busy since any moment, to see how long a write holds everything else. */
    readonly busyMs?: () => number;
    readonly log: Logger;
    /** What features hold of a person in memory and in files, first. */
    readonly features: readonly ((userId: string) => Promise<void> | void)[];
  }) {
    this.#parts = parts;
  }

  /** @param id of this request @throws StoreError */
  async forget(userId: string, asked: Asker, id: string): Promise<ErasureProof> {
    return await this.#parts.store.inSmallSteps(async () => await this.#forget(userId, asked, id));
  }

  /** What this process holds of a person in memory and in files. */
  async forgetHere(userId: string): Promise<void> {
    for (const forget of this.#parts.features) await forget(userId);
  }

  async #forget(userId: string, asked: Asker, id: string): Promise<ErasureProof> {
    const { store, erasures, inHand, clock, log } = this.#parts;
    await this.forgetHere(userId);
    const everywhere = await store.elsewhere.forget(userId);
    const deleted = new Map<string, number>();
    const renamed = new Map<string, number>();
    for (let round = 0; round < mostRounds && (await this.#some(userId)); round += 1) {
      await this.#each({ userId }, async (key) => await this.#forgetOwn(key, userId, deleted, renamed));
      await this.#each({ about: userId }, async (key) => await this.#unname(key, userId, renamed));
    }
    await this.#clearSetAside(userId, deleted);
    const renamedSums = await store.atomic.money.renamePerson(
      userId,
      `gone-${randomBytes(6).toString('hex')}`,
    );
    inHand.shorten();
    const record = { at: clock.now(), asked, deleted: sumOf(deleted), unnamed: sumOf(renamed) };
    await erasures.set(id, record);
    const complete = !(await this.#some(userId));
    log.info(
      { asked, deleted: record.deleted, unnamed: record.unnamed, everywhere, complete },
      'forgot a person',
    );
    return {
      deleted,
      unnamed: renamed,
      renamedSums,
      everywhere,
      complete,
      ...(await this.#elsewhere(userId)),
    };
  }

  async #elsewhere(userId: string): Promise<Pick<ErasureProof, 'logGoneBy' | 'copiesGoneBy'>> {
    const { store, copiesGoneAt, clock, log } = this.#parts;
    const copies = copiesGoneAt();
    const copiesGoneBy = copies.length > 0 ? Math.max(...copies) : undefined;
    try {
      await store.eraseTraces(userId);
      store.checkpoint();
      return { logGoneBy: undefined, copiesGoneBy };
    } catch (error) {
      log.warn({ err: error }, "couldn't move the store's log into the store after forgetting someone");
      return { logGoneBy: clock.now() + logMovedWithinMs, copiesGoneBy };
    }
  }

  async #forgetOwn(
    key: string,
    userId: string,
    deleted: Map<string, number>,
    renamed: Map<string, number>,
  ): Promise<void> {
    const name = collectionIn(key);
    const rule = isCollectionName(name) ? keptCollections[name].forgets : 'deleted';
    if (rule !== 'deleted') return await this.#unname(key, userId, renamed);
    count(deleted, name, await this.#parts.store.atomic.records.remove([key]));
  }

  async #unname(key: string, userId: string, renamed: Map<string, number>): Promise<void> {
    const { records } = this.#parts.store.atomic;
    for (;;) {
      const record = await records.read(key);
      if (!record) return;
      if (!(await records.compareAndSet(key, record.stamp, withoutName(key, record.text, userId)))) continue;
      return count(renamed, collectionIn(key), 1);
    }
  }

  /** Nobody knows whose an unreadable record is, so they're all looked through. There are few. */
  async #clearSetAside(userId: string, deleted: Map<string, number>): Promise<void> {
    const { records } = this.#parts.store.atomic;
    const name: CollectionName = 'set-aside';
    for await (const [key, text] of records.list({ collection: name }))
      if (unnamed(key + text, userId) !== key + text) count(deleted, name, await records.remove([key]));
  }

  async #some(userId: string): Promise<boolean> {
    const { records } = this.#parts.store.atomic;
    for await (const _ of records.list({ userId, keysOnly: true })) return true;
    for await (const _ of records.list({ about: userId, keysOnly: true })) return true;
    return false;
  }

  /** A few together, and fewer where the disk or the index is slow. */
  async #each(query: RecordQuery, work: (key: string) => Promise<void>): Promise<void> {
    const { busyMs = () => performance.eventLoopUtilization().active } = this.#parts;
    let some: string[] = [];
    let together = atOnce.first;
    let sinceMoved = 0;
    let underWay: Promise<unknown>[] = [];
    const clear = async () => {
      const before = busyMs();
      const done = Promise.all(some.map(work));
      done.catch(() => undefined);
      underWay.push(done);
      sinceMoved += some.length;
      some = [];
      // They're written then, and on disk when the disk has time.
      await breath();
      const share = atOnce.aimMs / Math.max(busyMs() - before, 0.1);
      together = Math.min(atOnce.most, Math.max(1, Math.floor(together * Math.min(share, 2))));
      if (underWay.length < atOnce.underWay && sinceMoved <= logMovedAfter) return;
      await Promise.all(underWay);
      underWay = [];
      if (sinceMoved <= logMovedAfter) return;
      sinceMoved = 0;
      await this.#parts.store.moveLog();
    };
    for await (const [key] of this.#parts.store.atomic.records.list({ ...query, keysOnly: true })) {
      some.push(key);
      if (some.length >= together) await clear();
    }
    await clear();
    await Promise.all(underWay);
  }
}

function withoutName(key: string, text: string, userId: string): string {
  const name = collectionIn(key);
  const kept: Kept | undefined = isCollectionName(name) ? keptCollections[name] : undefined;
  return kept?.exceptIn === undefined ? unnamed(text, userId) : unnamedBut(kept.exceptIn, text, userId);
}

function collectionIn(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

function count(counts: Map<string, number>, name: string, more: number): void {
  if (more > 0) counts.set(name, (counts.get(name) ?? 0) + more);
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

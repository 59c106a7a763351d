import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Leases } from '../../storage/atomic/atomic.ts';
import { inspectStore } from '../../storage/back-up.ts';
import { type FileStore, FileStoreError } from '../../storage/files/file-store.ts';
import { workersQuietMs } from '../../storage/postgres/beats.ts';
import { inspectPostgres } from '../../storage/postgres/open.ts';
import { assertNothingIsGone } from '../../storage/store-check.ts';
import { StoreError } from '../../storage/store-error.ts';
import { takeStoreLock } from '../../storage/store-lock.ts';
import type { Check, Found } from '../doctor.ts';

/** The running bot's store: a write through its queue, and back. */
export function checkOpenStore(leases: Leases): Check {
  return async () => {
    try {
      const lease = await leases.acquire('doctor', 'doctor', 1_000);
      if (!lease) return 'store-locked';
      await leases.release(lease);
      return 'store-good';
    } catch (error) {
      return troubleOf(error);
    }
  };
}

/** A store in PostgreSQL that this process doesn't open: nothing in it changes. */
export function checkClosedDatabase(url: string): Check {
  return async () => {
    try {
      const found = await inspectPostgres(url);
      return ({ new: 'store-new', free: 'store-good', 'in-use': 'store-in-use' } as const)[found];
    } catch (error) {
      return troubleOf(error);
    }
  };
}

/** As long as others wait before they go on with what it had. */
const silentMs = 15_000;

/** Videos are made by other processes. */
export function checkWorkers(url: string): Check {
  return async () => {
    try {
      const quietMs = await workersQuietMs(url);
      if (quietMs === undefined) return 'workers-none';
      return quietMs > silentMs ? ['workers-silent', `${Math.round(quietMs / 1_000)} s`] : 'workers-good';
    } catch (error) {
      return troubleOf(error);
    }
  };
}

/** A store that this process doesn't open: nothing in it changes. */
export function checkClosedStore(dataDir: string): Check {
  return () => {
    const path = join(dataDir, 'emcee.sqlite');
    try {
      assertNothingIsGone(path);
      if (!existsSync(path)) return 'store-new';
      inspectStore(path);
      takeStoreLock(dataDir).release();
      return 'store-good';
    } catch (error) {
      const inUse = error instanceof StoreError && error.trouble === 'locked';
      return inUse ? 'store-in-use' : troubleOf(error);
    }
  };
}

function troubleOf(error: unknown): Found {
  if (!(error instanceof StoreError)) throw error;
  switch (error.trouble) {
    case 'corrupt':
      return 'store-damaged';
    case 'newer':
      return 'store-newer';
    case 'locked':
    case 'held':
      return 'store-locked';
    case 'unreachable':
    case 'refused':
      return 'store-database';
    default:
      return 'store-unwritable';
  }
}

/** One may fail before it's serious. */
const tooOldRounds = 2;
const hourMs = 3_600_000;

export function checkBackUp({
  everyMs,
  isDatabase,
  ageMs,
}: {
  /** How often one is made; 0: never. */
  readonly everyMs: number;
  /** A database's are its owner's to make. */
  readonly isDatabase: boolean;
  /** Since the newest one; undefined if there's none. */
  readonly ageMs: () => number | undefined;
}): Check {
  return () => {
    if (isDatabase) return 'back-up-yours';
    if (everyMs === 0) return 'back-up-off';
    const age = ageMs();
    if (age === undefined) return 'back-up-none';
    const hours = `${Math.round(age / hourMs)} h`;
    return [age > tooOldRounds * everyMs ? 'back-up-old' : 'back-up-good', hours];
  };
}

/** @param open absent if files only are in `DATA_DIR` */
export function checkFiles(open: (() => FileStore) | undefined): Check {
  return async (signal) => {
    if (!open) return 'files-here';
    const store = open();
    try {
      await store.probe(signal);
      return ['files-good', store.kind];
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error;
      return [`files-${error.trouble}`, error.code];
    } finally {
      await store.close();
    }
  };
}

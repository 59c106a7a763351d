import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { keepToOwner, makeOwnFolder } from '../operations/own-files.ts';
import { isBusy, StoreError, storeErrorOf } from './store-error.ts';

/** Held while a process uses the store of a folder. The kernel releases it however the process ends. */
export interface StoreLock {
  /** Can be called twice. */
  release(): void;
}

const fileName = 'emcee.lock';

/**
 * Two bots on one store would deliver everything twice, so only one may have it.
 * @param timeoutMs how long to wait for it, with the event loop standing still
 * @throws StoreError `locked` or `unwritable`
 */
export function takeStoreLock(dataDir: string, timeoutMs = 0): StoreLock {
  const path = join(dataDir, fileName);
  let lock: DatabaseSync | undefined;
  try {
    makeOwnFolder(dataDir);
    lock = new DatabaseSync(path, { timeout: timeoutMs });
    keepToOwner(path);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const store = join(dataDir, 'emcee.sqlite');
    if (!isBusy(error)) throw storeErrorOf(error, store);
    throw new StoreError(
      'locked',
      `The store ${store} is in use by another program. Is the bot already running? Stop it, or set another DATA_DIR.`,
      error,
    );
  }
  return {
    release: () => {
      if (lock?.isOpen) lock.close();
    },
  };
}

export interface StoreLockWait {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Longer than a bot may take to stop. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 15_000;
const betweenTriesMs = 200;

/**
 * The lock, once the bot that has it is gone: an update starts the next one while the last one stops.
 * @throws StoreError `locked` when it isn't gone in time, or `unwritable`; the signal's reason
 */
export async function awaitStoreLock(wait: StoreLockWait): Promise<StoreLock> {
  const { dataDir, clock, log, signal, patienceMs = usualPatienceMs } = wait;
  const until = clock.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      const lock = takeStoreLock(dataDir);
      if (tries > 1) log.info({ dataDir }, 'the other bot has stopped, so this one starts');
      return lock;
    } catch (error) {
      const { trouble } = storeErrorOf(error, dataDir);
      if (trouble !== 'locked' || clock.now() >= until) throw error;
      if (tries === 1) log.warn({ dataDir, patienceMs }, 'waiting for another bot to stop using this store');
      await clock.sleep(betweenTriesMs, signal);
    }
  }
}

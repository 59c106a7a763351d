import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { Shards } from '../../operations/shards.ts';
import { StoreError } from '../store-error.ts';
import { isPassing, postgresErrorOf } from './faults.ts';
import type { PostgresSettings } from './settings.ts';
import { shardLocks } from './shard-locks.ts';

interface PostgresLockParts {
  readonly settings: PostgresSettings;
  /** Default: the whole bot. */
  readonly shards?: Shards | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** While waiting for it. */
  readonly signal: AbortSignal;
  /** Longer than a bot may take to stop, and than the database takes to notice that a machine is gone. */
  readonly patienceMs?: number;
  /** Another bot has it now, taken while the database couldn't be reached. */
  readonly onLost: () => void;
}

const usualPatienceMs = 45_000;
const betweenTriesMs = 500;

/**
 * Two bots on one store would do everything twice, so only one may have it, or each of them other shards. The database gives it to others as soon as the connection of
 * the one that has it is gone, however that ended. After a lost connection it's taken again.
 */
export class PostgresLock {
  readonly #parts: PostgresLockParts;
  readonly #closed = new AbortController();
  #held: Client | undefined;

  /** @throws StoreError `locked` if another bot has it, `unreachable` if there's no database in time */
  static async take(parts: PostgresLockParts): Promise<PostgresLock> {
    const lock = new PostgresLock(parts);
    await lock.#takeWithin(parts.patienceMs ?? usualPatienceMs);
    return lock;
  }

  private constructor(parts: PostgresLockParts) {
    this.#parts = parts;
  }

  /** Can be called twice. */
  async release(): Promise<void> {
    this.#closed.abort();
    const held = this.#held;
    this.#held = undefined;
    await held?.end().catch(() => undefined);
  }

  async #takeWithin(patienceMs: number): Promise<void> {
    const { settings, clock, log, signal } = this.#parts;
    const until = clock.now() + patienceMs;
    for (let waited = false; ; waited = true) {
      const found = await this.#try();
      if (found === 'taken') {
        if (waited) log.info({ store: settings.where }, 'the store is there and no other bot uses it');
        return;
      }
      if (found.trouble !== 'locked' && !isPassing(found.cause)) throw found;
      if (clock.now() >= until) throw found;
      if (!waited) log.warn({ store: settings.where, patienceMs }, `${found.message} Waiting.`);
      await clock.sleep(betweenTriesMs, signal);
    }
  }

  async #try(): Promise<'taken' | StoreError> {
    const { settings, shards = 'auto' } = this.#parts;
    const client = new Client({ ...settings.client, idle_in_transaction_session_timeout: 0 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      // The machine of a bot may be gone without a word.
      await client.query(
        'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
      );
      const inTheWay =
        shards === 'auto' ? await wholeBotLock(client, settings) : await shardLocks(client, settings, shards);
      if (inTheWay !== undefined) {
        await client.end();
        return new StoreError('locked', `The store in PostgreSQL at ${settings.where} ${inTheWay}`);
      }
      client.once('end', () => void this.#takeAgain(client));
      this.#held = client;
      return 'taken';
    } catch (error) {
      await client.end().catch(() => undefined);
      return postgresErrorOf(error, settings.where);
    }
  }

  /** Until it's ours again, another bot's, or not wanted any more. */
  async #takeAgain(lost: Client): Promise<void> {
    if (this.#held !== lost) return;
    const { clock, log, onLost, settings } = this.#parts;
    const { signal } = this.#closed;
    log.warn({ store: settings.where }, 'lost the connection that keeps other bots out; taking it again');
    for (;;) {
      const found = await this.#try();
      if (signal.aborted) return await this.release();
      if (found === 'taken') {
        log.info({ store: settings.where }, 'keeps other bots out again');
        return;
      }
      if (found.trouble === 'locked') {
        log.fatal({ store: settings.where }, 'another bot uses this store now');
        onLost();
        return;
      }
      const slept = await clock.sleep(betweenTriesMs, signal).then(
        () => true,
        () => false,
      );
      if (!slept) return;
    }
  }
}

/** Whether that connection now has what only one bot may have. It has it until it ends. */
export async function botLock(client: Client, { schema }: PostgresSettings): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
    [`${schema} bot`],
  );
  return rows[0]?.taken ?? false;
}

async function wholeBotLock(client: Client, settings: PostgresSettings): Promise<string | undefined> {
  if (await botLock(client, settings)) return undefined;
  return 'is in use by another bot. Is it already running? Stop it first.';
}

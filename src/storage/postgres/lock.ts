import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { Part, Role } from '../../operations/role.ts';
import type { Shards } from '../../operations/shards.ts';
import { StoreError } from '../store-error.ts';
import { isPassing, postgresErrorOf } from './faults.ts';
import type { PostgresSettings } from './settings.ts';

interface PostgresLockParts {
  readonly settings: PostgresSettings;
  /** Default: the whole bot. */
  readonly shards?: Shards | undefined;
  readonly role?: Role | undefined;
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
  /** As the database calls the connection that has it, or had it last. */
  #session: Session | undefined;

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
    const { settings, shards = 'auto', role = 'all' } = this.#parts;
    const client = new Client({ ...settings.client, idle_in_transaction_session_timeout: 0 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      // The machine of a bot may be gone without a word.
      await client.query(
        'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
      );
      const wasThere = this.#session !== undefined && (await endSession(client, this.#session));
      const inTheWay =
        role === 'all' && shards === 'auto'
          ? await wholeBotLock(client, settings)
          : await partLocks(client, settings, { role, shards });
      if (inTheWay !== undefined) {
        await client.end();
        return new StoreError(
          wasThere ? 'unreachable' : 'locked',
          `The store in PostgreSQL at ${settings.where} ${inTheWay}`,
        );
      }
      this.#session = await sessionOf(client);
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

interface Session {
  readonly pid: number;
  readonly began: string;
}

async function sessionOf(client: Client): Promise<Session | undefined> {
  const { rows } = await client.query<Session>(
    'SELECT pid, backend_start::text AS began FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  return rows[0];
}

/** Whether a connection that we lost was still there: the database may notice half a minute later. It's told to end it. */
async function endSession(client: Client, { pid, began }: Session): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
    [pid, began],
  );
  return rows.length > 0;
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

/**
 * A shard is one process's at a time. All of them share what a whole bot wants for itself, and say how many shards they go by, and who
 * makes the videos. Resolves to what's in the way, as the end of a sentence; undefined: they're this connection's until it ends.
 */
async function partLocks(
  client: Client,
  { schema }: PostgresSettings,
  { role, shards }: Part,
): Promise<string | undefined> {
  const { ask, agreeOn } = asking(client, schema);
  // One process after the other, so that of two that can't both start, one does.
  await client.query('BEGIN');
  await ask('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `${schema} taking shards`);
  const [whole] = await ask<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock_shared(hashtextextended($1, 0)) AS taken',
    `${schema} bot`,
  );
  if (!whole?.taken)
    return 'is in use by a bot that holds all shards (SHARDS=auto), or is being moved. Stop that first.';
  if ((await agreeOn('who makes videos', role === 'all' ? 1 : 2)) !== undefined)
    return role === 'all'
      ? 'is in use by processes with ROLE=gateway or ROLE=worker, and this one has ROLE=all. Give this one a role as well.'
      : `is in use by processes with ROLE=all, which make videos themselves, and this one has ROLE=${role}. Stop those first.`;
  const theirs = role === 'worker' ? undefined : await shardLocks(client, schema, shards);
  if (theirs !== undefined) return theirs;
  await client.query('COMMIT');
  return undefined;
}

/** The same for shards alone, in that transaction. */
async function shardLocks(client: Client, schema: string, shards: Shards): Promise<string | undefined> {
  const { ask, agreeOn } = asking(client, schema);
  const { ids, count } = shards === 'auto' ? allShards : shards;
  const others = await agreeOn('count of shards', count);
  if (others !== undefined)
    return `is in use by processes that ${others === 0 ? 'hold' : 'go by'} ${counted(others)}, and this one ${count === 0 ? 'holds' : 'goes by'} ${counted(count)}. Give all of them the same number in SHARDS.`;
  const taken = await ask<{ id: number; taken: boolean }>(
    'SELECT id, pg_try_advisory_lock(hashtext($1), id) AS taken FROM unnest($2::int[]) AS id',
    `${schema} shard`,
    `{${ids.join(',')}}`,
  );
  const theirs = taken.flatMap(({ id, taken: isOurs }) => (isOurs ? [] : id));
  if (theirs.length === 0) return undefined;
  return shards === 'auto'
    ? 'is in use by another process that holds all shards (SHARDS=auto). Is it already running? Stop it first.'
    : `is in use by another process that holds shard ${theirs.join(', ')}. Give each process other shards in SHARDS.`;
}

function asking(client: Client, schema: string) {
  const ask = async <Row extends object>(sql: string, ...values: readonly (string | number)[]) =>
    (await client.query<Row>(sql, [...values])).rows;
  /** Resolves to the number that others go by, if it's another one. */
  const agreeOn = async (what: string, value: number): Promise<number | undefined> => {
    const [other] = await ask<{ value: number }>(
      `SELECT objid::bigint::int AS value FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid <> $2::bigint::oid
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND classid = (hashtext($1)::bigint & 4294967295)::oid LIMIT 1`,
      `${schema} ${what}`,
      value,
    );
    if (!other) await ask('SELECT pg_advisory_lock_shared(hashtext($1), $2)', `${schema} ${what}`, value);
    return other?.value;
  };
  return { ask, agreeOn };
}

/** However many that are, they're one process's. */
const allShards = { ids: [0], count: 0 } as const;

function counted(count: number): string {
  return count === allShards.count ? 'all shards (SHARDS=auto)' : `${count} shards`;
}

import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { hasOthers, type Role } from '../../operations/role.ts';
import { arePartial, type Shards, shardNames } from '../../operations/shards.ts';
import { nobodyElse } from '../elsewhere.ts';
import type { Migration } from '../migration.ts';
import { migrations as allMigrations } from '../migrations.ts';
import { type Store, storeOn } from '../store.ts';
import { postgresAccess, type Statement } from './access.ts';
import { postgresPaces } from './account.ts';
import { postgresAtomic } from './atomic.ts';
import { postgresErrorOf } from './faults.ts';
import { postgresLine, shardsLine, workersLine } from './line.ts';
import { botLock, PostgresLock } from './lock.ts';
import { assertKnown, migratePostgres, versionsIn } from './migration.ts';
import { postgresSettings } from './settings.ts';
import { openPostgresWork, type PostgresWork } from './work-queue.ts';
import { WriteNotices } from './write-notices.ts';

const anyRecord: Statement = { name: 'any record', text: 'SELECT EXISTS (SELECT FROM records) AS had' };

/**
 * Opens the store in PostgreSQL, created or migrated as needed, once no other bot uses it, or these shards.
 * @throws StoreError
 */
export async function openPostgresStore(options: {
  readonly url: string;
  /** Default: the whole bot, which nobody else may have. */
  readonly shards?: Shards;
  readonly role?: Role;
  readonly clock: Clock;
  readonly log: Logger;
  readonly now?: () => number;
  readonly migrations?: readonly Migration[];
  readonly signal?: AbortSignal;
  readonly patienceMs?: number;
  /** Told of every write, and whether the store took it. */
  readonly onWrite?: (succeeded: boolean) => void;
  /** Another bot uses the store now. */
  readonly onLost?: () => void;
}): Promise<Store> {
  const {
    url,
    shards = 'auto',
    role = 'all',
    clock,
    log,
    now = Date.now,
    migrations = allMigrations,
    onWrite,
  } = options;
  const { signal = new AbortController().signal, patienceMs, onLost = () => undefined } = options;
  const part = { role, shards };
  const settings = postgresSettings(url);
  const patience = patienceMs === undefined ? {} : { patienceMs };
  const lock = await PostgresLock.take({ settings, ...part, clock, log, signal, onLost, ...patience });
  const access = postgresAccess({ settings, clock, onWrite });
  let notices: WriteNotices | undefined;
  let work: PostgresWork | undefined;
  const close = async () => {
    await work?.close();
    await notices?.close();
    await access.close();
    await lock.release();
  };
  try {
    const schemaVersion = await migratePostgres(settings, migrations);
    // A worker holds none.
    const held = role === 'worker' ? [] : shardNames(shards);
    if (hasOthers(part)) notices = await WriteNotices.open({ settings, clock, log, shards: held });
    if (role !== 'all') work = await openPostgresWork({ settings, log, isWorker: role === 'worker' });
    const owner =
      role === 'worker'
        ? workersLine()
        : role === 'all' && arePartial(shards)
          ? shardsLine(shards)
          : undefined;
    const [found] = await access.read(async (query) => await query<{ had: boolean }>(anyRecord));
    return storeOn(
      {
        atomic: postgresAtomic(access, work),
        schemaVersion,
        hadRecords: found?.had ?? false,
        elsewhere: notices ?? nobodyElse,
        ...(hasOthers(part) ? { paces: postgresPaces(access, log) } : {}),
        ...(owner ? { line: postgresLine(access, owner, notices ?? nobodyElse) } : {}),
        ...(work ? { work } : {}),
        // The database has its own log and its own back-ups.
        copies: () => [],
        checkpoint: () => undefined,
        inSmallSteps: (work) => work(),
        moveLog: async () => undefined,
        eraseTraces: async () => false,
        close,
      },
      { log, now },
    );
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Whether it's a store that this program can use: empty, free, or in use by a bot. Changes nothing.
 * @throws StoreError
 */
export async function inspectPostgres(url: string): Promise<'new' | 'free' | 'in-use'> {
  const settings = postgresSettings(url);
  const client = new Client(settings.client);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('versions') IS NOT NULL AS there",
    );
    if (!rows[0]?.there) return 'new';
    assertKnown(await versionsIn(client), settings.where, allMigrations);
    return (await botLock(client, settings)) ? 'free' : 'in-use';
  } catch (error) {
    throw postgresErrorOf(error, settings.where);
  } finally {
    await client.end().catch(() => undefined);
  }
}

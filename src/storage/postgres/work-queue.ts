import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { WorkQueue } from '../../operations/work-queue.ts';
import { postgresErrorOf } from './faults.ts';
import type { WorkEntries } from './joint-write.ts';
import type { PostgresSettings } from './settings.ts';

const queueName = 'videos';
/** For who works and who watches; the work itself goes by the store's connections. */
const connections = 2;
/** Who isn't heard of for that long has lost what they had. */
export const heldForSeconds = 15;
const lookEverySeconds = 5;
/** As long as `pg-boss` lets anybody have it; then it's taken again. */
const longestSeconds = 24 * 60 * 60;
/** Nobody gives up on a video because workers were killed. */
const asOftenAsNeeded = 1_000_000;
const aYearSeconds = 365 * 24 * 60 * 60;
const contentSchema = z.object({ id: z.string() });

/** The queue's own schema, beside the store's. */
export function workSchema({ schema }: Pick<PostgresSettings, 'schema'>): string {
  return `${schema}_q`;
}

export interface PostgresWork extends WorkQueue, WorkEntries {
  close(): Promise<void>;
}

/**
 * The queue of `pg-boss` in the same database: a row for each job that has to be seen to. Who took one says every few seconds that
 * they still have it, by the database's clock.
 * @throws StoreError
 */
export async function openPostgresWork({
  settings,
  log,
  isWorker,
}: {
  readonly settings: PostgresSettings;
  readonly log: Logger;
  /** Whether this process takes work, and sees to what others let lie. */
  readonly isWorker: boolean;
}): Promise<PostgresWork> {
  const pool = new Pool({
    ...settings.client,
    max: connections,
    statement_timeout: 60_000,
    query_timeout: 60_000,
  });
  // A connection that's lost while nobody uses it is replaced when it's needed.
  pool.on('error', () => undefined);
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => await pool.query(text, values) },
    schema: workSchema(settings),
    schedule: false,
    registerInstance: false,
    supervise: isWorker,
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
    openTelemetry: { enabled: false },
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of work in PostgreSQL failed; it goes on'));
  const close = async () => {
    await boss.stop({ graceful: false }).catch(() => undefined);
    if (!pool.ending) await pool.end();
  };
  const trying = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw postgresErrorOf(error, settings.where);
    }
  };
  try {
    await boss.start();
    await boss.createQueue(queueName, {
      // One entry for each job, waiting or being worked on.
      policy: 'exclusive',
      heartbeatSeconds: heldForSeconds,
      expireInSeconds: longestSeconds,
      retryLimit: asOftenAsNeeded,
      retentionSeconds: aYearSeconds,
    });
  } catch (error) {
    await close();
    throw postgresErrorOf(error, settings.where);
  }
  return {
    writeWithin: async (query, { id, is }) => {
      const executeSql = async (text: string, values: readonly unknown[] = []) => ({
        rows: [...(await query({ name: '', text }, values))],
      });
      const options = { db: { executeSql } };
      if (is === 'over') await boss.deleteJob(queueName, entryOf(id), options);
      else await boss.send(queueName, { id }, { id: entryOf(id), singletonKey: id, ...options });
    },
    askFor: async (ids) => {
      const entries = [...new Set(ids)].map((id) => ({ id: entryOf(id), data: { id }, singletonKey: id }));
      await trying(async () => await boss.insert(queueName, entries));
    },
    take: async (most) =>
      await trying(async () => {
        const taken = await boss.fetch(queueName, { batchSize: most });
        return taken.map(({ id, data, retryCount }) => ({
          id: contentSchema.parse(data).id,
          entry: id,
          attempt: retryCount,
        }));
      }),
    keep: async (held) => {
      await trying(async () => await boss.touch(queueName, attemptsOf(held)));
    },
    finish: async (held) => {
      await trying(async () => await boss.deleteJob(queueName, attemptsOf([held])));
    },
    giveBack: async (held) => {
      await trying(async () => await boss.fail(queueName, attemptsOf(held)));
    },
    close,
  };
}

/** The same for the same work, so that who ends it needn't know who has it: a UUID, as `pg-boss` wants. */
function entryOf(id: string): string {
  const digits = createHash('sha256').update(id).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}

function attemptsOf(held: Parameters<WorkQueue['keep']>[0]) {
  return held.map(({ entry, attempt }) => ({ id: entry, retryCount: attempt }));
}

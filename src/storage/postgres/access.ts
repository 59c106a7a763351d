import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { Clock } from '../../operations/clock.ts';
import { isPassing, isPostgresFault, postgresErrorOf } from './faults.ts';
import type { PostgresSettings } from './settings.ts';

/** A statement that's parsed once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export type Query = <Row extends QueryResultRow>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/**
 * The way into the database for everything that's kept in it. If a connection is lost, the work is done once more on another one:
 * `again` says that it may have been done already, without an answer.
 */
export interface PostgresAccess {
  /** @throws StoreError */
  readonly read: <Result>(run: (query: Query) => Promise<Result>) => Promise<Result>;
  /** One statement. @throws StoreError */
  readonly write: <Result>(run: (query: Query, again: boolean) => Promise<Result>) => Promise<Result>;
  /** All or nothing of what `run` does; nothing once it has called `undo`. @throws StoreError */
  readonly transact: <Result>(
    run: (query: Query, again: boolean, undo: () => void) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

const connections = 10;
/** A restart of the database takes about a second; people wait for three. */
const pausesMs = [20, 100, 300, 700];
const begin: Statement = { name: 'begin', text: 'BEGIN' };
const commit: Statement = { name: 'commit', text: 'COMMIT' };
const rollback: Statement = { name: 'rollback', text: 'ROLLBACK' };

export function postgresAccess({
  settings,
  clock,
  onWrite = () => undefined,
}: {
  readonly settings: PostgresSettings;
  readonly clock: Clock;
  /** Told of every write, and of reads that failed: whether the store works. */
  readonly onWrite?: ((succeeded: boolean) => void) | undefined;
}): PostgresAccess {
  const pool = new Pool({ ...settings.client, max: connections });
  // A connection that's lost while nobody uses it is replaced when it's needed.
  pool.on('error', () => undefined);
  const work = async <Result>(
    kind: 'read' | 'write',
    run: (query: Query, again: boolean) => Promise<Result>,
  ): Promise<Result> => {
    const tries = { again: false };
    for (let tried = 0; ; tried += 1) {
      try {
        const result = await onConnection(pool, async (query) => await run(query, tries.again), tries);
        if (kind === 'write') onWrite(true);
        return result;
      } catch (error) {
        const pauseMs = pausesMs[tried];
        if (isPassing(error) && pauseMs !== undefined && !pool.ending) {
          await clock.sleep(pauseMs);
          continue;
        }
        if (isPostgresFault(error)) onWrite(false);
        throw postgresErrorOf(error, settings.where);
      }
    }
  };
  return {
    read: async (run) => await work('read', run),
    write: async (run) => await work('write', run),
    transact: async (run) =>
      await work('write', async (query, again) => {
        await query(begin);
        let end = commit;
        const undo = () => {
          end = rollback;
        };
        try {
          const result = await run(query, again, undo);
          await query(end);
          return result;
        } catch (error) {
          // The others' connection is thrown away, and the database undoes what was begun on it.
          if (!isPostgresFault(error)) await query(rollback);
          throw error;
        }
      }),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

/** A connection on which the database failed is never used again. */
async function onConnection<Result>(
  pool: Pool,
  run: (query: Query) => Promise<Result>,
  tries: { again: boolean },
): Promise<Result> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const lose = (error: Error) => {
    lost ??= error;
  };
  client.on('error', lose);
  try {
    return await run(queryOn(client));
  } catch (error) {
    tries.again = true;
    if (isPostgresFault(error)) lose(error as Error);
    throw error;
  } finally {
    client.off('error', lose);
    client.release(lost);
  }
}

function queryOn(client: PoolClient): Query {
  return async <Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[] = []) => {
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  };
}

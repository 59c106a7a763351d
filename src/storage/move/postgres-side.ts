import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { migrations } from '../migrations.ts';
import { postgresErrorOf } from '../postgres/faults.ts';
import { PostgresLock } from '../postgres/lock.ts';
import { migratePostgres } from '../postgres/migration.ts';
import { rowOf as recordRow } from '../postgres/records.ts';
import { postgresSettings } from '../postgres/settings.ts';
import { type MovedRow, type MoveSide, movedTables, pageRows, rowOf } from './side.ts';

const recordColumns = ['key', 'value', 'stamp', 'guild', 'person', 'open', 'alias', 'about'];

/** The store in PostgreSQL. @throws StoreError `locked` while a bot has it */
export async function openPostgresSide(url: string, parts: { clock: Clock; log: Logger }): Promise<MoveSide> {
  const settings = postgresSettings(url);
  const { where, schema } = settings;
  const { signal } = new AbortController();
  const lock = await PostgresLock.take({
    settings,
    ...parts,
    signal,
    patienceMs: 0,
    onLost: () => undefined,
  });
  const client = new Client({ ...settings.client, statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => undefined);
  const run = async (sql: string, values: readonly unknown[] = []) => {
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } catch (error) {
      throw postgresErrorOf(error, where);
    }
  };
  const close = async () => {
    await client.end().catch(() => undefined);
    await lock.release();
  };
  try {
    await migratePostgres(settings, migrations);
    await client.connect();
    await client.query('SET idle_in_transaction_session_timeout = 0');
  } catch (error) {
    await close();
    throw postgresErrorOf(error, where);
  }
  return {
    where: `PostgreSQL at ${where}`,
    page: async (table, after) => {
      const { key, columns } = movedTables[table];
      const names = key.join(', ');
      const from = after ? `WHERE (${names}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})` : '';
      const sql = `SELECT ${columns.join(', ')} FROM ${table} ${from} ORDER BY ${names} LIMIT ${pageRows}`;
      return (await run(sql, after)).map((row) => rowOf(table, row));
    },
    begin: async () => void (await run('BEGIN')),
    clear: async (table) => void (await run(`DELETE FROM ${table}`)),
    put: async (table, rows) => {
      const names = table === 'records' ? recordColumns : movedTables[table].columns;
      const objects = rows.map((row) => objectOf(names, table === 'records' ? stored(row) : row));
      const list = names.join(', ');
      await run(
        `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(objects)],
      );
    },
    commit: async () => void (await run('COMMIT')),
    putAway: async (at) => {
      const kept = `${schema}_moved_${new Date(at).toISOString().replace(/[-:TZ]|\.\d+/g, '')}`;
      await run(`ALTER SCHEMA ${schema} RENAME TO ${kept}`);
      return `the schema ${kept}`;
    },
    close,
  };
}

/** With what a record is found by. */
function stored(row: MovedRow): readonly unknown[] {
  const [key = '', text = ''] = row;
  return recordRow(String(key), String(text));
}

function objectOf(names: readonly string[], values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

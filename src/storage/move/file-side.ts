import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { putRecord } from '../layout.ts';
import { migrations } from '../migrations.ts';
import { openSqliteFile } from '../sqlite-file.ts';
import { StoreError, storeErrorOf } from '../store-error.ts';
import { type MovedRow, type MovedTable, type MoveSide, movedTables, pageRows, rowOf } from './side.ts';

/**
 * The store in a folder. @param make created if it isn't there
 * @throws StoreError `locked` while a bot has it
 */
export function openFileSide(dataDir: string, make: boolean): MoveSide {
  const path = join(dataDir, 'emcee.sqlite');
  if (!make && !existsSync(path))
    throw new StoreError(
      'unwritable',
      `There's no store in ${dataDir}. Set DATA_DIR to where the bot keeps it.`,
    );
  const file = openSqliteFile({ dataDir, migrations, lockTimeoutMs: 0 });
  const { database } = file.access;
  const inPlainWords = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw storeErrorOf(error, path);
    }
  };
  return {
    where: path,
    page: async (table, after) => inPlainWords(() => pageOf(table, after)),
    begin: async () => inPlainWords(() => database.exec('BEGIN IMMEDIATE')),
    clear: async (table) => inPlainWords(() => database.exec(`DELETE FROM ${table}`)),
    put: async (table, rows) =>
      inPlainWords(() => {
        const { columns } = movedTables[table];
        const insert = database.prepare(
          table === 'records'
            ? putRecord
            : `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        );
        for (const row of rows) insert.run(...row);
      }),
    commit: async () => inPlainWords(() => database.exec('COMMIT')),
    putAway: async (at) => {
      file.close();
      const kept = `${path}.moved-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`;
      for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, kept + end);
      return kept;
    },
    close: async () => {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      file.close();
    },
  };

  function pageOf(table: MovedTable, after: MovedRow | undefined): readonly MovedRow[] {
    const { key, columns } = movedTables[table];
    const names = key.join(', ');
    const where = after ? `WHERE (${names}) > (${key.map(() => '?').join(', ')})` : '';
    const sql = `SELECT ${columns.join(', ')} FROM ${table} ${where} ORDER BY ${names} LIMIT ${pageRows}`;
    const rows = database.prepare(sql).all(...(after ?? []));
    return rows.map((row) => rowOf(table, row));
  }
}

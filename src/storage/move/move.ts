import { createHash } from 'node:crypto';
import { StoreError } from '../store-error.ts';
import {
  keyOf,
  type MovedRow,
  type MovedTable,
  type MoveSide,
  movedTableNames,
  pageRows,
  tablesOfContent,
} from './side.ts';

export interface Moved {
  /** Rows of each table, and the sum over all of them, the same on both sides. */
  readonly tables: readonly { readonly table: MovedTable; readonly rows: number; readonly sha256: string }[];
  /** Where the old store is now. */
  readonly kept: string;
}

/**
 * Carries everything from one store to the other, and compares both row by row before it counts.
 * @throws StoreError if the target holds anything, or if a row isn't the same on both sides; then nothing has changed
 */
export async function moveStore(from: MoveSide, to: MoveSide, now: number): Promise<Moved> {
  for (const table of tablesOfContent)
    if ((await to.page(table, undefined)).length > 0)
      throw new StoreError(
        'not-copied',
        `${to.where} already holds records. Move only into an empty store. Nothing has changed.`,
      );
  await to.begin();
  for (const table of movedTableNames) {
    await to.clear(table);
    for await (const rows of pagesOf(from, table)) await to.put(table, rows);
  }
  const tables = [];
  for (const table of movedTableNames) tables.push({ table, ...(await compareTable(from, to, table)) });
  await to.commit();
  return { tables, kept: await from.putAway(now) };
}

async function* pagesOf(side: MoveSide, table: MovedTable): AsyncIterable<readonly MovedRow[]> {
  for (let last: MovedRow | undefined; ; ) {
    const rows = await side.page(table, last);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < pageRows) return;
    last = keyOf(table, end);
  }
}

async function* rowsOf(side: MoveSide, table: MovedTable): AsyncGenerator<MovedRow, undefined> {
  for await (const rows of pagesOf(side, table)) yield* rows;
}

async function compareTable(
  from: MoveSide,
  to: MoveSide,
  table: MovedTable,
): Promise<{ readonly rows: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const copies = rowsOf(to, table);
  let rows = 0;
  for await (const row of rowsOf(from, table)) {
    const { value: copy } = await copies.next();
    const text = JSON.stringify(row);
    if (text !== JSON.stringify(copy)) throw different(table, rows);
    hash.update(`${text}\n`);
    rows += 1;
  }
  if (!(await copies.next()).done) throw different(table, rows);
  return { rows, sha256: hash.digest('hex') };
}

function different(table: MovedTable, row: number): StoreError {
  return new StoreError(
    'not-copied',
    `Row ${row + 1} of ${table} isn't the same on both sides, so I moved nothing. Both stores are as they were.`,
  );
}

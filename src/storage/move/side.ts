/** What a store consists of, the same in a file and in PostgreSQL. What records are found by follows from their text. */
export const movedTables = {
  records: { key: ['key'], columns: ['key', 'value'] },
  sums: {
    key: ['guild', 'person', 'unit', 'period'],
    columns: ['guild', 'person', 'unit', 'period', 'amount', 'kept_until'],
  },
  reservations: {
    key: ['unit', 'id'],
    columns: [
      ...['unit', 'id', 'guild', 'person', 'charged'],
      ...['amount', 'settled', 'owner', 'fence', 'kept_until'],
    ],
  },
  leases: { key: ['name'], columns: ['name', 'owner', 'fence', 'expires_at'] },
} as const satisfies Readonly<
  Record<string, { readonly key: readonly string[]; readonly columns: readonly string[] }>
>;

export type MovedTable = keyof typeof movedTables;
export const movedTableNames = Object.keys(movedTables) as readonly MovedTable[];

/** Who had the right to spend doesn't make a store one that's in use. */
export const tablesOfContent: readonly MovedTable[] = ['records', 'sums', 'reservations'];

/** In the order of the table's columns. */
export type MovedRow = readonly (string | number)[];

const numbers: ReadonlySet<string> = new Set(['amount', 'kept_until', 'settled', 'fence', 'expires_at']);

export function rowOf(table: MovedTable, read: Readonly<Record<string, unknown>>): MovedRow {
  return movedTables[table].columns.map((name) =>
    numbers.has(name) ? Number(read[name]) : String(read[name]),
  );
}

/** The part of a row that it's ordered by. */
export function keyOf(table: MovedTable, row: MovedRow): MovedRow {
  return row.slice(0, movedTables[table].key.length);
}

/** A store that's moved from or to, while no bot has it. */
export interface MoveSide {
  /** For sentences. */
  readonly where: string;
  /** In key order, after that key: one page, empty at the end. */
  page(table: MovedTable, after: MovedRow | undefined): Promise<readonly MovedRow[]>;
  /** Everything that's put is there completely, or not at all. */
  begin(): Promise<void>;
  clear(table: MovedTable): Promise<void>;
  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  commit(): Promise<void>;
  /** So that no bot starts from what isn't true any more. Resolves to where it is now. */
  putAway(at: number): Promise<string>;
  close(): Promise<void>;
}

export const pageRows = 500;

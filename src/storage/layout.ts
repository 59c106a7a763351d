import type { DatabaseSync } from 'node:sqlite';

export const recordTable = 'records';

/** Columns that came later, by name: a file that's older gets them added. */
const addedColumns: Readonly<Record<string, string>> = {
  /** Another one with every write, so a comparison notices a record that was deleted and written again. */
  stamp: 'INTEGER NOT NULL DEFAULT 0',
  guild: writtenIn('guild', 'TEXT'),
  person: writtenIn('person', 'TEXT'),
  open: writtenIn('open', 'INTEGER'),
  alias: writtenIn('alias', 'TEXT'),
  about: writtenIn('about', 'TEXT'),
};

/** What stands beside the value in a record's text (`serializeRecord`); nothing for text that was damaged. */
function writtenIn(name: string, type: string): string {
  return `${type} GENERATED ALWAYS AS (CASE WHEN json_valid(value) THEN value ->> '$.${name}' END) VIRTUAL`;
}

const columns = Object.entries(addedColumns)
  .map((column) => column.join(' '))
  .join(', ');

/** Tables and columns are only ever added, so this can run at every start; what's in them is what migrations change. */
const tables = `
  CREATE TABLE IF NOT EXISTS ${recordTable} (key TEXT PRIMARY KEY, value TEXT NOT NULL, ${columns}) STRICT;
  -- Of versions 3 to 6.
  CREATE TABLE IF NOT EXISTS accounts (
    unit TEXT NOT NULL,
    period TEXT NOT NULL,
    guild TEXT NOT NULL,
    person TEXT NOT NULL,
    amount REAL NOT NULL,
    kept_until INTEGER NOT NULL,
    PRIMARY KEY (unit, period, guild, person)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sums (
    guild TEXT NOT NULL,
    person TEXT NOT NULL,
    unit TEXT NOT NULL,
    period TEXT NOT NULL,
    amount REAL NOT NULL,
    kept_until INTEGER NOT NULL,
    PRIMARY KEY (guild, person, unit, period)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sums_person ON sums (person) WHERE person <> '';
  CREATE INDEX IF NOT EXISTS sums_until ON sums (kept_until);
  CREATE TABLE IF NOT EXISTS reservations (
    unit TEXT NOT NULL,
    id TEXT NOT NULL,
    guild TEXT NOT NULL,
    person TEXT NOT NULL,
    charged TEXT NOT NULL,
    amount REAL NOT NULL,
    settled INTEGER NOT NULL,
    owner TEXT NOT NULL,
    fence INTEGER NOT NULL,
    kept_until INTEGER NOT NULL,
    PRIMARY KEY (unit, id)
  ) STRICT, WITHOUT ROWID;
  DROP INDEX IF EXISTS reservations_guild;
  CREATE INDEX IF NOT EXISTS reservations_person ON reservations (person);
  CREATE INDEX IF NOT EXISTS reservations_open ON reservations (unit, owner, id) WHERE settled = 0;
  CREATE INDEX IF NOT EXISTS reservations_until ON reservations (kept_until);
  CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    fence INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS concerned (
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (person, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS concerned_key ON concerned (key);
`;

/** After the columns. */
const indexes = `
  CREATE INDEX IF NOT EXISTS ${recordTable}_guild ON ${recordTable} (guild, key) WHERE guild IS NOT NULL;
  CREATE INDEX IF NOT EXISTS ${recordTable}_person ON ${recordTable} (person, key) WHERE person IS NOT NULL;
  CREATE INDEX IF NOT EXISTS ${recordTable}_alias ON ${recordTable} (alias, key) WHERE alias IS NOT NULL;
  CREATE INDEX IF NOT EXISTS ${recordTable}_open ON ${recordTable} (key) WHERE open = 1;
`;

const noteWhom = `INSERT OR IGNORE INTO concerned (person, key) SELECT value, new.key FROM json_each(new.about);`;
const dropWhom = `DELETE FROM concerned WHERE key = old.key;`;

/** Every write of a record also writes down whom it names besides its owner. */
const triggers = `
  CREATE TRIGGER IF NOT EXISTS ${recordTable}_put AFTER INSERT ON ${recordTable}
  WHEN new.about IS NOT NULL BEGIN ${noteWhom} END;
  CREATE TRIGGER IF NOT EXISTS ${recordTable}_changed AFTER UPDATE ON ${recordTable}
  WHEN old.about IS NOT NULL OR new.about IS NOT NULL BEGIN ${dropWhom} ${noteWhom} END;
  CREATE TRIGGER IF NOT EXISTS ${recordTable}_deleted AFTER DELETE ON ${recordTable}
  WHEN old.about IS NOT NULL BEGIN ${dropWhom} END;
`;

export const newStamp = 'abs(random() % 9007199254740991)';

export const insertRecord = `INSERT INTO ${recordTable} (key, value, stamp) VALUES (?, ?, ${newStamp}) ON CONFLICT DO NOTHING`;

export const putRecord = `INSERT INTO ${recordTable} (key, value, stamp) VALUES (?, ?, ${newStamp})
  ON CONFLICT DO UPDATE SET value = excluded.value, stamp = excluded.stamp`;

/** Creates what's missing. */
export function layOut(database: DatabaseSync): void {
  database.exec(tables);
  const found = database.prepare(`PRAGMA table_xinfo(${recordTable})`).all();
  const known = new Set(found.map(({ name }) => name));
  for (const [name, definition] of Object.entries(addedColumns)) {
    if (!known.has(name)) database.exec(`ALTER TABLE ${recordTable} ADD COLUMN ${name} ${definition}`);
  }
  database.exec(indexes);
  database.exec(triggers);
}

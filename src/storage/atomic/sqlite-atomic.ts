import { newStamp, putRecord, recordTable } from '../layout.ts';
import type { Atomic, AtomicRecords, Leases } from './atomic.ts';
import type { SqliteAccess } from './sqlite-access.ts';
import { listRecords } from './sqlite-listing.ts';
import { SqliteMoney } from './sqlite-money.ts';

/** Everything that's decided in one step, on an open SQLite file. `now`: the clock that leases go by. */
export function sqliteAtomic(access: SqliteAccess, now: () => number): Atomic {
  return { records: recordsIn(access), money: new SqliteMoney(access), leases: leasesIn(access, now) };
}

function recordsIn(access: SqliteAccess): AtomicRecords {
  const { database, read, write } = access;
  const select = database.prepare(`SELECT value, stamp FROM ${recordTable} WHERE key = ?`);
  const put = database.prepare(putRecord);
  const insert = database.prepare(
    `INSERT INTO ${recordTable} (key, value, stamp) VALUES (?, ?, ${newStamp}) ON CONFLICT DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE ${recordTable} SET value = ?, stamp = ${newStamp} WHERE key = ? AND stamp = ?`,
  );
  const remove = database.prepare(`DELETE FROM ${recordTable} WHERE key = ? AND stamp = ?`);
  const drop = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
  return {
    read: async (key) => {
      const row = read(() => select.get(key));
      return row && { text: String(row.value), stamp: Number(row.stamp) };
    },
    put: async (entries) => {
      const all = [...entries];
      await write(() => {
        for (const [key, text] of all) put.run(key, text);
      });
    },
    insert: async (key, text) => await write(() => insert.run(key, text).changes > 0),
    compareAndSet: async (key, stamp, text) =>
      await write(() => {
        const { changes } = text === undefined ? remove.run(key, stamp) : update.run(text, key, stamp);
        return changes > 0;
      }),
    remove: async (keys) =>
      await write(() => keys.reduce((removed, key) => removed + Number(drop.run(key).changes), 0)),
    list: listRecords(access),
  };
}

function leasesIn({ database, write }: SqliteAccess, now: () => number): Leases {
  const acquire = database.prepare(
    `INSERT INTO leases (name, owner, fence, expires_at) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, fence = fence + 1, expires_at = excluded.expires_at
     WHERE owner = excluded.owner OR expires_at <= ?
     RETURNING fence`,
  );
  const extend = database.prepare('UPDATE leases SET expires_at = ? WHERE name = ? AND fence = ?');
  return {
    acquire: async (name, owner, forMs) => {
      const row = await write(() => acquire.get(name, owner, now() + forMs, now()));
      return row && { name, owner, fence: Number(row.fence) };
    },
    renew: async ({ name, fence }, forMs) =>
      await write(() => extend.run(now() + forMs, name, fence).changes > 0),
    release: async ({ name, fence }) => {
      await write(() => extend.run(now(), name, fence));
    },
  };
}

import type { StatementSync } from 'node:sqlite';
import { insertRecord, newStamp, putRecord, recordTable } from '../layout.ts';
import type { TableAccess } from '../sqlite-access.ts';
import type { Atomic, AtomicRecords, Leases } from './atomic.ts';
import { type ListingDialect, listing } from './listing.ts';
import { SqliteMoney } from './sqlite-money.ts';

/** Everything that's decided in one step, on an open SQLite file. `now`: the clock that leases go by. */
export function sqliteAtomic(access: TableAccess, now: () => number): Atomic {
  const money = new SqliteMoney(access);
  return {
    records: recordsIn(access),
    money,
    leases: leasesIn(access, now),
    writeTogether: jointWriteIn(access, money),
  };
}

function recordsIn(access: TableAccess): AtomicRecords {
  const { database } = access;
  const select = database.prepare(`SELECT value, stamp FROM ${recordTable} WHERE key = ?`);
  const put = database.prepare(putRecord);
  const insert = database.prepare(insertRecord);
  const update = database.prepare(
    `UPDATE ${recordTable} SET value = ?, stamp = ${newStamp} WHERE key = ? AND stamp = ?`,
  );
  const remove = database.prepare(`DELETE FROM ${recordTable} WHERE key = ? AND stamp = ?`);
  const drop = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
  return {
    read: async (key) => {
      const row = access.read(() => select.get(key));
      return row && { text: String(row.value), stamp: Number(row.stamp) };
    },
    put: async (entries) => {
      const all = [...entries];
      await access.write(() => {
        for (const [key, text] of all) put.run(key, text);
      });
    },
    insert: async (key, text) => await access.write(() => insert.run(key, text).changes > 0),
    compareAndSet: async (key, stamp, text) =>
      await access.write(() => {
        const { changes } = text === undefined ? remove.run(key, stamp) : update.run(text, key, stamp);
        return changes > 0;
      }),
    remove: async (keys) =>
      await access.write(() => keys.reduce((removed, key) => removed + Number(drop.run(key).changes), 0)),
    list: listRecords(access),
  };
}

export const sqliteDialect: ListingDialect = {
  onShards: `coalesce((CAST(guild AS INTEGER) >> 22) % json_extract(?, '$.count'), 0)
    IN (SELECT value FROM json_each(?, '$.ids'))`,
  about: 'key IN (SELECT key FROM concerned WHERE person = ?)',
  open: 'open = 1',
  valueAt: (place) => `?${place}`,
};

function listRecords(access: TableAccess): AtomicRecords['list'] {
  const statements = new Map<string, StatementSync>();
  return listing(sqliteDialect, async ({ text, values }) => {
    const statement = statements.get(text) ?? access.database.prepare(text);
    statements.set(text, statement);
    const rows = access.read(() => statement.all(...values));
    return rows.map(({ key, value }) => ({ key: String(key), value: String(value) }));
  });
}

/** One transaction of the file, which is decided before anything in it is written. A file has no queue of work. */
function jointWriteIn(access: TableAccess, money: SqliteMoney): Atomic['writeTogether'] {
  const { database } = access;
  const select = database.prepare(`SELECT stamp FROM ${recordTable} WHERE key = ?`);
  const insert = database.prepare(insertRecord);
  const update = database.prepare(`UPDATE ${recordTable} SET value = ?, stamp = ${newStamp} WHERE key = ?`);
  const remove = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
  return async ({ key, stamp, text, reserve, settle, work }) => {
    if (work !== undefined) throw new Error('a file has no queue of work');
    return await access.write(() => {
      const found = select.get(key);
      if ((found && Number(found.stamp)) !== stamp) return { is: 'overtaken' };
      const outcome = reserve && money.decide(reserve);
      if (outcome && outcome.is !== 'reserved') return outcome;
      if (settle) money.settleNow(settle, settle.amount, 'keep');
      if (text === undefined) remove.run(key);
      else if (stamp === undefined) insert.run(key, text);
      else update.run(text, key);
      return { is: 'written' };
    });
  };
}

function leasesIn(access: TableAccess, now: () => number): Leases {
  const { database } = access;
  const acquire = database.prepare(
    `INSERT INTO leases (name, owner, fence, expires_at) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, fence = fence + 1, expires_at = excluded.expires_at
     WHERE owner = excluded.owner OR expires_at <= ?
     RETURNING fence`,
  );
  const extend = database.prepare('UPDATE leases SET expires_at = ? WHERE name = ? AND fence = ?');
  return {
    acquire: async (name, owner, forMs) => {
      const row = await access.write(() => acquire.get(name, owner, now() + forMs, now()));
      return row && { name, owner, fence: Number(row.fence) };
    },
    renew: async ({ name, fence }, forMs) =>
      await access.write(() => extend.run(now() + forMs, name, fence).changes > 0),
    release: async ({ name, fence }) => {
      await access.write(() => extend.run(now(), name, fence));
    },
  };
}

import { insertRecord, newStamp, recordTable } from '../layout.ts';
import type { TableAccess } from '../sqlite-access.ts';
import type { Atomic } from './atomic.ts';
import type { SqliteMoney } from './sqlite-money.ts';

/** One transaction of the file, which is decided before anything in it is written. A file has no queue of work. */
export function sqliteJointWrite(access: TableAccess, money: SqliteMoney): Atomic['writeTogether'] {
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

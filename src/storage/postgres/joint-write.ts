import type { Atomic, JointOutcome, JointWrite, ReservationAsk, WorkWrite } from '../atomic/atomic.ts';
import type { PostgresAccess, Query, Statement } from './access.ts';
import type { PostgresMoney } from './money.ts';
import { dropRow, insertRow, isOurs, rowOf, stampOf, updateRow, written } from './records.ts';

/** Entries in the queue of work. */
export interface WorkEntries {
  /** On a transaction's own connection. What's open has one entry, waiting or with a worker, and what's over has none. */
  writeWithin(query: Query, work: WorkWrite): Promise<void>;
}

const reservedBy: Statement = {
  name: 'reserved by',
  text: 'SELECT FROM reservations WHERE unit = $1 AND id = $2 AND fence = $3',
};

/**
 * One transaction of the database. Money comes last, because everybody waits for its lock until the end. The lease that it's reserved
 * under can't be taken over before that either.
 */
export function postgresJointWrite({
  access,
  money,
  work,
}: {
  readonly access: Pick<PostgresAccess, 'transact'>;
  readonly money: Pick<PostgresMoney, 'inTurn' | 'doWithin'>;
  readonly work: WorkEntries | undefined;
}): Atomic['writeTogether'] {
  return async (write) => {
    const { key, text, stamp } = write;
    const row = text === undefined ? undefined : rowOf(key, text);
    const writeAll = async (query: Query, again: boolean): Promise<JointOutcome> => {
      if (!(await writeRecord(query, again, write, row)))
        return again && (await wasDone(query, write, row)) ? { is: 'written' } : { is: 'overtaken' };
      if (write.work) await entriesIn(work).writeWithin(query, write.work);
      const paid = await money.doWithin(query, again, write);
      if (paid && paid.is !== 'reserved') return paid;
      // What was still under way when it was read had the lock on money, so it has ended by now.
      const hasNone = !row && stamp === undefined;
      return hasNone && (await stampOf(query, key)) !== undefined ? { is: 'overtaken' } : { is: 'written' };
    };
    return await money.inTurn(
      async () =>
        await access.transact(async (query, again, undo) => {
          const written = await writeAll(query, again);
          if (written.is !== 'written') undo();
          return written;
        }),
    );
  };
}

type Row = ReturnType<typeof rowOf>;

async function writeRecord(
  query: Query,
  again: boolean,
  { key, stamp }: JointWrite,
  row: Row | undefined,
): Promise<boolean> {
  if (row && stamp === undefined) return (await query(insertRow, row)).length > 0;
  if (row) return (await query(updateRow, [...row, stamp])).length > 0;
  if (stamp === undefined) return true;
  if ((await query(dropRow, [written(key), stamp])).length > 0) return true;
  // What's to be deleted and isn't there may have been deleted by the try before.
  return again && (await stampOf(query, key)) === undefined;
}

/**
 * Whether the try before was written, without an answer: then what it reserved is there, whatever has become of the record since.
 * @throws StoreError if nobody can know
 */
async function wasDone(
  query: Query,
  { key, stamp, reserve }: JointWrite,
  row: Row | undefined,
): Promise<boolean> {
  if (reserve) return await isReserved(query, reserve);
  return row !== undefined && stamp !== undefined && isOurs(await stampOf(query, key), row[2], stamp);
}

async function isReserved(query: Query, { unit, id, lease }: ReservationAsk): Promise<boolean> {
  return (await query(reservedBy, [unit, id, lease.fence])).length > 0;
}

function entriesIn(work: WorkEntries | undefined): WorkEntries {
  if (!work) throw new Error('this store has no queue of work');
  return work;
}

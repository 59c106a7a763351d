import type { Atomic, Leases } from '../atomic/atomic.ts';
import type { PostgresAccess, Statement } from './access.ts';
import { postgresJointWrite, type WorkEntries } from './joint-write.ts';
import { PostgresMoney } from './money.ts';
import { postgresRecords } from './records.ts';

/** Everything that's decided in one step, in PostgreSQL. */
export function postgresAtomic(access: PostgresAccess, work?: WorkEntries): Atomic {
  const money = new PostgresMoney(access);
  return {
    records: postgresRecords(access),
    money,
    leases: postgresLeases(access),
    writeTogether: postgresJointWrite({ access, money, work }),
  };
}

const acquire: Statement = {
  name: 'acquire',
  text: `INSERT INTO leases (name, owner, fence, expires_at) VALUES ($1, $2, 1, store_now() + $3)
    ON CONFLICT (name) DO UPDATE
    SET owner = excluded.owner, fence = leases.fence + 1, expires_at = store_now() + $3
    WHERE leases.owner = excluded.owner OR leases.expires_at <= store_now()
    RETURNING fence`,
};
const extend: Statement = {
  name: 'extend',
  text: 'UPDATE leases SET expires_at = store_now() + $3 WHERE name = $1 AND fence = $2 RETURNING fence',
};

/** By the database's clock, which all processes share. */
function postgresLeases({ write }: PostgresAccess): Leases {
  return {
    acquire: async (name, owner, forMs) => {
      const [row] = await write(
        async (query) => await query<{ fence: string }>(acquire, [name, owner, forMs]),
      );
      return row && { name, owner, fence: Number(row.fence) };
    },
    renew: async ({ name, fence }, forMs) =>
      (await write(async (query) => await query(extend, [name, fence, forMs]))).length > 0,
    release: async ({ name, fence }) => {
      await write(async (query) => await query(extend, [name, fence, 0]));
    },
  };
}

import type { Atomic } from '../atomic/atomic.ts';
import type { PostgresAccess } from './access.ts';
import { postgresLeases } from './leases.ts';
import { PostgresMoney } from './money.ts';
import { postgresRecords } from './records.ts';

/** Everything that's decided in one step, in PostgreSQL. */
export function postgresAtomic(access: PostgresAccess): Atomic {
  return {
    records: postgresRecords(access),
    money: new PostgresMoney(access),
    leases: postgresLeases(access),
  };
}

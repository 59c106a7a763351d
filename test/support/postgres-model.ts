import { systemClock } from '../../src/operations/clock.ts';
import { migrations } from '../../src/storage/migrations.ts';
import { type PostgresAccess, postgresAccess } from '../../src/storage/postgres/access.ts';
import { postgresAtomic } from '../../src/storage/postgres/atomic.ts';
import { migratePostgres } from '../../src/storage/postgres/migration.ts';
import { postgresSettings } from '../../src/storage/postgres/settings.ts';
import { emptyPostgres, runSql } from './postgres.ts';
import { diskIsFull, type ModelMoney } from './spend-any-order.ts';

/** What was spent, in PostgreSQL, where any write can fail. */
export async function postgresModel(): Promise<ModelMoney> {
  const url = await emptyPostgres();
  const settings = postgresSettings(url);
  await migratePostgres(settings, migrations);
  const access = postgresAccess({ settings, clock: systemClock });
  let failing = false;
  const write: PostgresAccess['write'] = async (run) => {
    if (failing) throw new Error(diskIsFull);
    return await access.write(run);
  };
  const { money } = postgresAtomic({ ...access, write });
  const { leases } = postgresAtomic(access);
  return {
    money,
    held: async (owner) => {
      const lease = await leases.acquire(owner, owner, 1e9);
      if (!lease) throw new Error('no lease');
      return { money, leases: [lease], leaseOf: () => lease };
    },
    fail: (fails) => {
      failing = fails;
    },
    sums: async () =>
      (await runSql(url, 'SELECT period, guild, person, amount FROM sums')) as unknown as Awaited<
        ReturnType<ModelMoney['sums']>
      >,
    openReservations: async () => {
      const [row] = await runSql(url, 'SELECT count(*)::int AS open FROM reservations WHERE settled = 0');
      return Number(row?.open);
    },
    close: access.close,
  };
}

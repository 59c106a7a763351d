import { onTestFinished, test } from 'vitest';
import { holdsAtomic } from '../../../support/atomic-conformance.ts';
import { expectFairRivals } from '../../../support/atomic-rivals.ts';
import { openPostgresAtomic } from '../../../support/open-postgres-atomic.ts';
import { emptyPostgres, refuseWrites, runSql } from '../../../support/postgres.ts';

async function handlesOn(url: string) {
  const handles = await Promise.all([openPostgresAtomic(url), openPostgresAtomic(url)]);
  onTestFinished(async () => {
    await Promise.all(handles.map(async (handle) => await handle.close()));
  });
  return handles;
}

holdsAtomic('PostgreSQL', async () => {
  const url = await emptyPostgres();
  const [one, other] = await handlesOn(url);
  let now = Date.UTC(2026, 0, 15);
  const moveClock = async (ms: number) => {
    now += ms;
    const body = `CREATE OR REPLACE FUNCTION store_now() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT ${now}::bigint'`;
    await runSql(url, body);
  };
  await moveClock(0);
  return { one, other, moveClock, refuseWrites: async (table) => await refuseWrites(url, table) };
});

test('two processes on one database get exactly 300 of 300 ids and exactly a limit of 100 between them', async () => {
  const url = await emptyPostgres();
  const [one] = await handlesOn(url);
  await expectFairRivals(url, one);
});

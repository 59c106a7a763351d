import { onTestFinished } from 'vitest';
import { holdsCollections } from '../../../support/collection-conformance.ts';
import { openPostgresAtomic } from '../../../support/open-postgres-atomic.ts';
import { emptyPostgres } from '../../../support/postgres.ts';

holdsCollections('PostgreSQL', async () => {
  const url = await emptyPostgres();
  const [one, other] = [await openPostgresAtomic(url), await openPostgresAtomic(url)];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  return { one, other };
});

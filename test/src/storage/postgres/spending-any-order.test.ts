import { test } from 'vitest';
import { postgresModel } from '../../../support/postgres-model.ts';
import { spendInAnyOrder } from '../../../support/spend-any-order.ts';

test('PostgreSQL: sums are right and no limit is passed, in whatever order people reserve, settle, return, crash and fail', async () => {
  await spendInAnyOrder(1_000, postgresModel);
});

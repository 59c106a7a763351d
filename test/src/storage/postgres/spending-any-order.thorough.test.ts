import { test } from 'vitest';
import { postgresModel } from '../../../support/postgres-model.ts';
import { spendInAnyOrder } from '../../../support/spend-any-order.ts';

/** `MONEY_STEPS=100000 npx vitest run` this file: more of them. */
const steps = Number(process.env.MONEY_STEPS ?? 4_000);

test('PostgreSQL: sums are right and no limit is passed, in any order of steps', async () => {
  await spendInAnyOrder(steps, postgresModel);
});

import { test } from 'vitest';
import { spendInAnyOrder } from '../../support/spend-any-order.ts';

/** A million: `MONEY_STEPS=1000000 npx vitest run test/src/community/spending-any-order.thorough.test.ts`. */
const steps = Number(process.env.MONEY_STEPS ?? 150_000);

test('sums are right and no limit is passed, in any order of steps', { timeout: 600_000 }, async () => {
  await spendInAnyOrder(steps);
});

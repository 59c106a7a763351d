import { test } from 'vitest';
import { spendInAnyOrder } from '../../support/spend-any-order.ts';
import { spendByRules } from '../../support/spend-by-rules.ts';

/** A million: `MONEY_STEPS=1000000 npx vitest run test/src/community/spending-any-order.thorough.test.ts`. */
const steps = Number(process.env.MONEY_STEPS ?? 30_000);
const seed = process.env.MONEY_SEED === undefined ? undefined : Number(process.env.MONEY_SEED);

test('sums are right and no limit is passed, in any order of steps', { timeout: 1_200_000 }, async () => {
  await spendInAnyOrder(steps);
});

test('nor by the limits that moderators set, in any order of steps', { timeout: 1_200_000 }, async () => {
  await spendByRules(steps, seed);
});

import { test } from 'vitest';
import { spendInAnyOrder } from '../../support/spend-any-order.ts';

test('sums are right and no limit is passed over a million steps in any order', {
  timeout: 300_000,
}, async () => {
  await spendInAnyOrder(1_000_000);
});

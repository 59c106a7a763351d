import { test } from 'vitest';
import { spendInAnyOrder } from '../../support/spend-any-order.ts';

test('sums are right and no limit is passed, in whatever order people reserve, settle, return, crash and fail', async () => {
  await spendInAnyOrder(3_000);
});

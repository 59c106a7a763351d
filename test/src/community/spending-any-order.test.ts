import { test } from 'vitest';
import { spendInAnyOrder } from '../../support/spend-any-order.ts';
import { spendByRules } from '../../support/spend-by-rules.ts';

test('sums are right and no limit is passed, in whatever order people reserve, settle, return, crash and fail', async () => {
  await spendInAnyOrder(3_000);
});

test('nor while moderators change limits of roles and newcomers, give back and pause, and clocks go over a month and back', async () => {
  await spendByRules(3_000);
});

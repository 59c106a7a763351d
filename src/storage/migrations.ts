import type { Migration } from './migration.ts';
import { spendingByScope } from './migrations/spending-by-scope.ts';

/** The steps from schema version 1 to today's, in order. Append; never change one that was released. */
export const migrations: readonly Migration[] = [spendingByScope];

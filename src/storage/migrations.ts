import type { Migration } from './migration.ts';
import { oneSettingsRecord } from './migrations/one-settings-record.ts';
import { recordsWhose } from './migrations/records-whose.ts';
import { serversStayOn } from './migrations/servers-stay-on.ts';
import { spendingByScope } from './migrations/spending-by-scope.ts';
import { spendingDecidedByStore } from './migrations/spending-decided-by-store.ts';
import { sumsByOwner } from './migrations/sums-by-owner.ts';
import { whomRecordsName } from './migrations/whom-records-name.ts';

/** The steps from schema version 1 to the current one, in order. Append only; never change a released one. */
export const migrations: readonly Migration[] = [
  spendingByScope,
  spendingDecidedByStore,
  recordsWhose,
  oneSettingsRecord,
  whomRecordsName,
  sumsByOwner,
  serversStayOn,
];

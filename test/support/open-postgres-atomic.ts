import { systemClock } from '../../src/operations/clock.ts';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';
import { migrations } from '../../src/storage/migrations.ts';
import { postgresAccess } from '../../src/storage/postgres/access.ts';
import { postgresAtomic } from '../../src/storage/postgres/atomic.ts';
import { migratePostgres } from '../../src/storage/postgres/migration.ts';
import { postgresSettings } from '../../src/storage/postgres/settings.ts';

export interface OpenPostgresAtomic extends Atomic {
  close(): Promise<void>;
}

/** One of several ways into a database, as if each were in a process of its own. A store keeps other bots out; this doesn't. */
export async function openPostgresAtomic(url: string): Promise<OpenPostgresAtomic> {
  const settings = postgresSettings(url);
  await migratePostgres(settings, migrations);
  const access = postgresAccess({ settings, clock: systemClock });
  return { ...postgresAtomic(access), close: access.close };
}

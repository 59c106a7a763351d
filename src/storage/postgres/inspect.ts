import { Client } from 'pg';
import { migrations } from '../migrations.ts';
import { postgresErrorOf } from './faults.ts';
import { botLock } from './lock.ts';
import { assertKnown, versionsIn } from './migration.ts';
import { postgresSettings } from './settings.ts';

/**
 * Whether it's a store that this program can use: empty, free, or in use by a bot. Changes nothing.
 * @throws StoreError
 */
export async function inspectPostgres(url: string): Promise<'new' | 'free' | 'in-use'> {
  const settings = postgresSettings(url);
  const client = new Client(settings.client);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('versions') IS NOT NULL AS there",
    );
    if (!rows[0]?.there) return 'new';
    assertKnown(await versionsIn(client), settings.where, migrations);
    return (await botLock(client, settings)) ? 'free' : 'in-use';
  } catch (error) {
    throw postgresErrorOf(error, settings.where);
  } finally {
    await client.end().catch(() => undefined);
  }
}

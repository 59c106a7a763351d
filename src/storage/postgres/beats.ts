import { Client } from 'pg';
import type { Statement } from './access.ts';
import { postgresErrorOf } from './faults.ts';
import { postgresSettings } from './settings.ts';

/** These are there, by the database's clock. */
export const sayBeat: Statement = {
  name: 'say beat',
  text: `INSERT INTO beats (name, heard_at) SELECT name, store_now() FROM unnest($1::text[]) AS name
    ON CONFLICT (name) DO UPDATE SET heard_at = excluded.heard_at`,
};
/**
 * Each start of a worker has a name of its own. One that's unheard of for an hour is as good as unknown; the last one stays, to say how
 * long that is.
 */
export const forgetBeats: Statement = {
  name: 'forget beats',
  text: `DELETE FROM beats WHERE name LIKE 'worker %' AND heard_at < store_now() - 3600000
    AND heard_at < (SELECT max(heard_at) FROM beats WHERE name LIKE 'worker %')`,
};
const workersQuiet = `SELECT (store_now() - max(heard_at))::double precision AS quiet FROM beats WHERE name LIKE 'worker %'`;

/**
 * How long no worker has been heard of; undefined if none ever was. Changes nothing, also in a database that no bot has used.
 * @throws StoreError
 */
export async function workersQuietMs(url: string): Promise<number | undefined> {
  const settings = postgresSettings(url);
  const client = new Client(settings.client);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: found } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('beats') IS NOT NULL AS there",
    );
    if (!found[0]?.there) return undefined;
    const { rows } = await client.query<{ quiet: number | null }>(workersQuiet);
    return rows[0]?.quiet ?? undefined;
  } catch (error) {
    throw postgresErrorOf(error, settings.where);
  } finally {
    await client.end().catch(() => undefined);
  }
}

import type { PostgresAccess, Statement } from './access.ts';

/** These are there, by the database's clock. */
export const sayBeat: Statement = {
  name: 'say beat',
  text: `INSERT INTO beats (name, heard_at) SELECT name, store_now() FROM unnest($1::text[]) AS name
    ON CONFLICT (name) DO UPDATE SET heard_at = excluded.heard_at`,
};
const workersQuiet: Statement = {
  name: 'workers quiet',
  text: `SELECT (store_now() - max(heard_at))::double precision AS quiet FROM beats WHERE name LIKE 'worker %'`,
};

/** How long no worker has been heard of; undefined if none ever was. @throws StoreError */
export async function workersQuietMs({ read }: Pick<PostgresAccess, 'read'>): Promise<number | undefined> {
  const [row] = await read(async (query) => await query<{ quiet: number | null }>(workersQuiet));
  return row?.quiet ?? undefined;
}

import type { AtomicRecords } from '../atomic/atomic.ts';
import { type ListingDialect, listing } from '../atomic/listing.ts';
import type { PostgresAccess } from './access.ts';

const dialect: ListingDialect = {
  // A server's id that isn't one stops nothing.
  onShards: `(?::jsonb->'ids') @> to_jsonb(
    CASE WHEN guild ~ '^[0-9]{1,20}$' THEN mod(div(guild::numeric, 4194304), (?::jsonb->>'count')::numeric) ELSE 0 END)`,
  about: 'about @> ARRAY[?]',
  open: 'open',
  valueAt: (place) => `$${place}`,
};

export function listRecords({ read }: PostgresAccess): AtomicRecords['list'] {
  return listing(
    dialect,
    async ({ values, ...statement }) =>
      await read(async (query) => await query<{ key: string; value: string }>(statement, values)),
  );
}

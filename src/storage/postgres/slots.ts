import { type Shards, shardName, shardNames } from '../../operations/shards.ts';
import type { Slots } from '../../operations/slots.ts';
import type { PostgresAccess, Statement } from './access.ts';

const take: Statement = { name: 'take slot', text: 'SELECT take_slot($1, $2, $3, $4) AS taken' };
const free: Statement = { name: 'free slot', text: 'DELETE FROM slots WHERE name = $1 AND holder = $2' };
/** Nobody else goes by another number of shards while this process runs, so what's noted under one is over, too. */
const forget: Statement = {
  name: 'forget slots',
  text: `DELETE FROM slots WHERE name = $1 AND NOT holder = ANY ($3::text[])
    AND (shard = ANY ($2::text[]) OR shard NOT LIKE '% of ' || $4::text)`,
};
const keep: Statement = {
  name: 'keep slots',
  text: `INSERT INTO slots (name, holder, shard) SELECT $1, holder, shard
    FROM unnest($2::text[], $3::text[]) AS held (holder, shard)
    ON CONFLICT (name, holder) DO UPDATE SET shard = excluded.shard`,
};

export function postgresSlots({ write, transact }: PostgresAccess, shards: Exclude<Shards, 'auto'>): Slots {
  return {
    take: async (name, { id, guildId }, most) => {
      const values = [name, id, shardName(shards, guildId), most];
      const [row] = await write(async (query) => await query<{ taken: boolean }>(take, values));
      return row?.taken ?? false;
    },
    free: async (name, holderId) => {
      await write(async (query) => await query(free, [name, holderId]));
    },
    restore: async (name, holders) => {
      const ids = holders.map(({ id }) => id);
      const theirs = holders.map(({ guildId }) => shardName(shards, guildId));
      await transact(async (query) => {
        await query(forget, [name, shardNames(shards), ids, shards.count]);
        await query(keep, [name, ids, theirs]);
      });
    },
  };
}

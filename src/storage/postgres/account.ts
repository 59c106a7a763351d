import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Pace, Paces } from '../../operations/paces.ts';
import { type Shards, shardName, shardNames } from '../../operations/shards.ts';
import type { Slots } from '../../operations/slots.ts';
import type { PostgresAccess, Statement } from './access.ts';

/** It's written down before anybody waits for it, so nothing is held by those who wait, and a killed process loses one. */
const take: Statement = { name: 'take turn', text: 'SELECT take_turn($1, $2, $3, $4, $5) AS taken' };
const giveBack: Statement = {
  name: 'give turn back',
  text: 'UPDATE paces SET turns = array_remove(turns, $2) WHERE name = $1',
};

/** Turns by the database's clock. While it's away, this process goes on at the pace that all of them have, and each call waits for that long. */
export function postgresPaces({ write }: PostgresAccess, log: Logger): Paces {
  const taken = async ({ name, most, spanMs }: Pace, spare: number, onlyNow: boolean) => {
    const values = [name, most - spare, most, spanMs, onlyNow];
    try {
      const [row] = await write(
        async (query) => await query<{ taken: readonly [waitMs: number, turn: number] }>(take, values),
      );
      const [waitMs, turn] = row?.taken ?? [0, 0];
      return { waitMs: Math.ceil(waitMs), turn };
    } catch (error) {
      log.error({ err: error, pace: name }, "couldn't ask whose turn it is among all processes");
      return { waitMs: Math.ceil(spanMs / most), turn: 0 };
    }
  };
  return {
    book: async (pace) => {
      const { waitMs, turn } = await taken(pace, 0, false);
      return {
        waitMs,
        giveBack: async () => {
          await write(async (query) => await query(giveBack, [pace.name, turn])).catch(() => undefined);
        },
      };
    },
    bookNow: async (pace, spare) => (await taken(pace, spare, true)).waitMs,
  };
}

const takeSlot: Statement = { name: 'take slot', text: 'SELECT take_slot($1, $2, $3, $4) AS taken' };
const free: Statement = { name: 'free slot', text: 'DELETE FROM slots WHERE name = $1 AND holder = $2' };
/** What nobody in this run of the bot can still be using. */
const forget = ({ kind, isOver }: SlotOwner): Statement => ({
  name: `forget slots, as ${kind}`,
  text: `DELETE FROM slots WHERE name = $1 AND NOT holder = ANY ($3::text[]) AND (shard = ANY ($2::text[]) OR ${isOver})`,
});
const keep: Statement = {
  name: 'keep slots',
  text: `INSERT INTO slots (name, holder, shard) SELECT $1, holder, shard
    FROM unnest($2::text[], $3::text[]) AS held (holder, shard)
    ON CONFLICT (name, holder) DO UPDATE SET shard = excluded.shard`,
};

/** Who says when a slot is free again. */
export interface SlotOwner {
  readonly kind: string;
  /** Under which name it has the slot of something in a server. */
  readonly nameFor: (guildId: string) => string;
  readonly names: readonly string[];
  /** Which slots of other owners are over: a condition on their row. */
  readonly isOver: string;
}

/** Nobody else goes by another number of shards while this process runs, so what's noted under one is over, too. */
export function shardsSlots(shards: Exclude<Shards, 'auto'>): SlotOwner {
  return {
    kind: `one of ${shards.count} shards`,
    nameFor: (guildId) => shardName(shards, guildId),
    names: shardNames(shards),
    isOver: `shard NOT LIKE '% of ${shards.count}'`,
  };
}

/** A killed worker's jobs, and with them their slots, are another one's soon; until then they're as good as in use. */
export function workersSlots(): SlotOwner {
  const name = `worker ${randomUUID()}`;
  return {
    kind: 'worker',
    nameFor: () => name,
    names: [name],
    isOver: "NOT EXISTS (SELECT FROM records WHERE key = 'video-jobs:' || holder AND open)",
  };
}

export function postgresSlots({ write, transact }: PostgresAccess, owner: SlotOwner): Slots {
  return {
    take: async (name, { id, guildId }, most) => {
      const values = [name, id, owner.nameFor(guildId), most];
      const [row] = await write(async (query) => await query<{ taken: boolean }>(takeSlot, values));
      return row?.taken ?? false;
    },
    free: async (name, holderId) => {
      await write(async (query) => await query(free, [name, holderId]));
    },
    restore: async (name, holders) => {
      const ids = holders.map(({ id }) => id);
      const theirs = holders.map(({ guildId }) => owner.nameFor(guildId));
      await transact(async (query) => {
        await query(forget(owner), [name, owner.names, ids]);
        await query(keep, [name, ids, theirs]);
      });
    },
  };
}

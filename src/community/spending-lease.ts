import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import { type Shards, shardName, shardNames } from '../operations/shards.ts';
import type { Atomic, Lease } from '../storage/atomic/atomic.ts';
import { StoreError } from '../storage/store-error.ts';
import type { HeldMoney } from './spending.ts';

const leaseMs = 60_000;
/** Two of them may fail before anyone else gets it. */
const renewEveryMs = leaseMs / 3;
const name = 'the lease to spend';

/**
 * A lease for each shard, so that a process that was replaced on one spends nothing there; one for the whole bot if a process has
 * all. The next process with a shard continues what the last one reserved.
 * @throws StoreError `locked` while another owner has it
 */
export async function holdMoney({ money, leases }: Atomic, shards: Shards = 'auto'): Promise<HeldMoney> {
  const held = new Map<string, Lease>();
  for (const owner of shardNames(shards)) {
    const lease = await leases.acquire(owner, owner, leaseMs);
    held.set(owner, lease ?? locked('Another bot spends from this store. Stop it first.'));
  }
  return {
    money,
    leases: [...held.values()],
    leaseOf: (guildId) =>
      held.get(shardName(shards, guildId)) ??
      locked(`The server ${guildId} is on a shard of another process.`),
  };
}

/** For a process that only settles what others reserved. */
export function spendsNothing({ money }: Pick<Atomic, 'money'>): HeldMoney {
  return {
    money,
    leases: [],
    leaseOf: (guildId) => locked(`This process spends nothing, also not for the server ${guildId}.`),
  };
}

function locked(why: string): never {
  throw new StoreError('locked', why);
}

/** Renews the leases while the process lives, and lets others have them afterwards. */
export function keptLeases({
  leases,
  held,
  clock,
  log,
  onLost,
}: {
  readonly leases: Atomic['leases'];
  readonly held: readonly Lease[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Another process has one of them now. The store refuses whatever this one still wants to spend. */
  readonly onLost: () => void;
}) {
  const byName = new Map(held.map((lease) => [lease.name, lease]));
  const work = async (of: string) => {
    const lease = byName.get(of);
    if (!lease) return undefined;
    const isOurs = await leases.renew(lease, leaseMs).catch((error: unknown) => {
      log.error({ err: error }, "couldn't renew the lease to spend; trying again");
      return true;
    });
    if (isOurs) return clock.now() + renewEveryMs;
    log.fatal({ lease: lease.name, fence: lease.fence }, 'another process has taken over the lease to spend');
    onLost();
    return undefined;
  };
  const rounds = new Rounds({ name, clock, log, atOnce: 1, work });
  return {
    open: () => {
      for (const each of byName.keys()) rounds.schedule(each, clock.now() + renewEveryMs);
      rounds.start();
    },
    close: async () => {
      await rounds.close();
      for (const lease of held) await leases.release(lease);
    },
  };
}

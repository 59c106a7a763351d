import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import type { Atomic, Lease } from '../storage/atomic/atomic.ts';
import { StoreError } from '../storage/store-error.ts';
import type { HeldMoney } from './spending.ts';

/** Nobody else opens an embedded store, so its one process is the owner for as long as it lives. */
const soleOwner = 'bot';
const leaseMs = 60_000;
/** Two of them may fail before anyone else gets it. */
const renewEveryMs = leaseMs / 3;
const name = 'the lease to spend';

/** @throws StoreError `locked` while another owner has it */
export async function holdMoney({ money, leases }: Atomic): Promise<HeldMoney> {
  const lease = await leases.acquire(soleOwner, soleOwner, leaseMs);
  if (lease) return { money, lease };
  throw new StoreError('locked', 'Another bot spends from this store. Stop it first.');
}

interface KeptLeaseParts {
  readonly leases: Atomic['leases'];
  readonly lease: Lease;
  readonly clock: Clock;
  readonly log: Logger;
  /** Another process has it now. The store refuses whatever this one still wants to spend. */
  readonly onLost: () => void;
}

/** Renews the lease while the process lives, and lets others have it afterwards. */
export function keptLease({ leases, lease, clock, log, onLost }: KeptLeaseParts) {
  const work = async () => {
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
      rounds.schedule(name, clock.now() + renewEveryMs);
      rounds.start();
    },
    close: async () => {
      await rounds.close();
      await leases.release(lease);
    },
  };
}

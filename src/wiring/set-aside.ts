import { Sweep } from '../operations/sweep.ts';
import type { SetAside } from '../storage/store.ts';
import type { SharedParts } from './parts.ts';

const dayMs = 24 * 60 * 60_000;

/** What could not be read is kept for somebody to look at, but for no longer than what could. */
export function setAsideSweep({ config, clock, log, store }: SharedParts): Sweep<SetAside> {
  return new Sweep<SetAside>({
    name: 'records that were set aside',
    clock,
    log,
    everyMs: dayMs,
    records: () => store.setAside.entries(),
    judge: (id, { setAsideAt }) =>
      clock.now() - setAsideAt < config.keepDays * dayMs
        ? 'keep'
        : async () => await store.setAside.delete(id),
  });
}

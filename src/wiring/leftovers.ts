import { rm } from 'node:fs/promises';
import { Sweep } from '../operations/sweep.ts';
import type { SetAside } from '../storage/store.ts';
import type { Copy } from '../storage/store-copies.ts';
import type { SharedParts } from './parts.ts';

const dayMs = 24 * 60 * 60_000;

type Parts = Pick<SharedParts, 'config' | 'clock' | 'log' | 'store'>;

/** What the store put aside, unreadable records and copies, is kept for no longer than what it came from. */
export function leftoverSweeps({ config, clock, log, store }: Parts): {
  open(): void;
  close(): Promise<void>;
} {
  const judge = (at: number, remove: () => Promise<unknown>) =>
    clock.now() - at < config.keepDays * dayMs ? 'keep' : remove;
  const shared = { clock, log, everyMs: dayMs };
  const sweeps = [
    new Sweep<SetAside>({
      ...shared,
      name: 'records that were set aside',
      records: () => store.setAside.entries(),
      judge: (id, { setAsideAt }) => judge(setAsideAt, async () => await store.setAside.delete(id)),
    }),
    new Sweep<Copy>({
      ...shared,
      name: 'copies of the store',
      records: async function* () {
        for (const copy of store.copies()) yield [copy.path, copy] as const;
      },
      judge: (path, { madeAt }) => judge(madeAt, async () => await rm(path, { force: true })),
    }),
  ];
  return {
    open: () => {
      for (const sweep of sweeps) sweep.start();
    },
    close: async () => {
      await Promise.all(sweeps.map((sweep) => sweep.close()));
    },
  };
}

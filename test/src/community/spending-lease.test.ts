import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { holdMoney, keptLeases, spendsNothing } from '../../../src/community/spending-lease.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { openAtomic } from '../../support/open-atomic.ts';

async function open() {
  const clock = new FakeClock();
  const atomic = openAtomic(join(temporaryFolder(), 'store.sqlite'), () => clock.now());
  const held = await holdMoney(atomic);
  const onLost = vi.fn();
  const { leases } = atomic;
  const kept = keptLeases({ leases, held: held.leases, clock, log: silentLog, onLost });
  onTestFinished(async () => {
    await kept.close();
    atomic.close();
  });
  kept.open();
  return { clock, leases, onLost, kept, rival: async () => await leases.acquire('bot', 'rival', 60_000) };
}

test('nobody else gets the lease to spend while the process lives, however long that is', async () => {
  const { clock, onLost, rival } = await open();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await clock.advance(60_000);
    expect(await rival()).toBeUndefined();
  }
  expect(onLost).not.toHaveBeenCalled();
});

test('a lease that could not be renewed is tried again before anyone else gets it', async () => {
  const { clock, leases, onLost, rival } = await open();
  const renew = leases.renew.bind(leases);
  let fails = 2;
  vi.spyOn(leases, 'renew').mockImplementation(async (lease, forMs) => {
    fails -= 1;
    if (fails >= 0) throw new Error('the disk is full');
    return await renew(lease, forMs);
  });
  await clock.advance(59_000);
  expect(await rival()).toBeUndefined();
  await clock.advance(60_000);
  expect(await rival()).toBeUndefined();
  expect(onLost).not.toHaveBeenCalled();
});

test('a process that was replaced hears of it', async () => {
  const { clock, leases, onLost } = await open();
  await leases.acquire('bot', 'bot', 60_000);
  await clock.advance(20_000);
  expect(onLost).toHaveBeenCalledOnce();
});

test('a process that stops lets others have the lease at once', async () => {
  const { kept, rival } = await open();
  await kept.close();
  expect(await rival()).toMatchObject({ owner: 'rival' });
});

test('a process that only settles has no lease for any server, and takes none', async () => {
  const atomic = openAtomic(join(temporaryFolder(), 'store.sqlite'), Date.now);
  onTestFinished(() => atomic.close());
  const settling = spendsNothing(atomic);
  expect(settling.leases).toEqual([]);
  expect(() => settling.leaseOf('guild')).toThrow('spends nothing');
  expect(await atomic.leases.acquire('bot', 'rival', 60_000)).toBeDefined();
});

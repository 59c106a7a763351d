import { expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../../src/storage/store-error.ts';
import { type StoreAilment, StoreHealth } from '../../../src/storage/store-health.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';

async function world(probe: () => Promise<void> = async () => undefined) {
  const clock = new FakeClock();
  const disk = { freeBytes: 1e9, isWritable: true, probes: 0 };
  const heard: (StoreAilment | undefined)[] = [];
  const health: StoreHealth = new StoreHealth({
    dataDir: '/data',
    probe: async () => {
      disk.probes += 1;
      await probe();
      health.noteWrite(disk.isWritable);
      if (!disk.isWritable) throw new StoreError('unwritable', 'no');
    },
    clock,
    log: silentLog,
    freeBytes: async () => disk.freeBytes,
  });
  health.onChange((ailment) => heard.push(ailment));
  await health.open();
  onTestFinished(async () => await health.close());
  return { clock, disk, heard, health };
}

test('nothing new is paid after a failed write, until a probe gets down', async () => {
  const { clock, disk, heard, health } = await world();
  health.assertMayPay();
  disk.isWritable = false;
  health.noteWrite(false);
  expect(() => health.assertMayPay()).toThrow(expect.objectContaining({ facts: { code: 'store-failing' } }));
  await clock.advance(30_000);
  expect(disk.probes).toBe(4);
  disk.isWritable = true;
  await clock.advance(10_000);
  health.assertMayPay();
  expect(heard).toEqual(['unwritable', undefined]);
});

test('nothing new is paid while less than 100 MB are free', async () => {
  const { clock, disk, heard, health } = await world();
  disk.freeBytes = 100 * 1024 * 1024 - 1;
  await clock.advance(10_000);
  expect(() => health.assertMayPay()).toThrow('store-failing');
  health.noteWrite(true);
  expect(health.ailment).toBe('disk-full');
  disk.freeBytes += 1;
  await clock.advance(10_000);
  health.assertMayPay();
  expect(heard).toEqual(['disk-full', undefined]);
});

test('a write that fails on a full disk is told as what it is, once, and so is its end', async () => {
  const { clock, disk, heard, health } = await world();
  Object.assign(disk, { freeBytes: 0, isWritable: false });
  health.noteWrite(false);
  health.noteWrite(false);
  expect(() => health.assertMayPay()).toThrow('store-failing');
  await clock.advance(60_000);
  disk.freeBytes = 1e9;
  await clock.advance(60_000);
  expect(health.ailment).toBe('unwritable');
  disk.isWritable = true;
  await clock.advance(10_000);
  expect(heard).toEqual(['disk-full', undefined]);
});

test("one write that failed for a moment is nobody else's business", async () => {
  const { clock, disk, heard, health } = await world();
  health.noteWrite(false);
  expect(() => health.assertMayPay()).toThrow('store-failing');
  await clock.advance(0);
  health.assertMayPay();
  expect([disk.probes, heard]).toEqual([1, []]);
});

test('a healthy store is not written to on trial', async () => {
  const { clock, disk } = await world();
  await clock.advance(600_000);
  expect(disk.probes).toBe(0);
});

test('who asks late hears what ails it already', async () => {
  const { clock, disk, health } = await world();
  disk.freeBytes = 0;
  await clock.advance(10_000);
  const late: (StoreAilment | undefined)[] = [];
  health.onChange((ailment) => late.push(ailment));
  expect(late).toEqual(['disk-full']);
});

test.each([
  ['hangs', () => new Promise<never>(() => undefined)],
  ['fails before it reaches the store', async () => await Promise.reject(new Error('odd'))],
])('a probe that %s keeps nobody from hearing, and the next look comes', async (_, probe) => {
  const { clock, disk, heard, health } = await world(probe);
  health.noteWrite(false);
  await clock.advance(20_000);
  expect(heard).toEqual(['unwritable']);
  expect(disk.probes).toBeGreaterThan(1);
});

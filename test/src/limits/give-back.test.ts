import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type GiveBackOrder, giveBack } from '../../../src/limits/give-back.ts';
import { StoreError } from '../../../src/storage/store-error.ts';

const now = Date.UTC(2026, 0, 16, 12);
const sumOn = (period: string) => ({
  ...{ unit: 'video-seconds', period, guildId: 'guild', userId: 'ada', amount: 20 },
});
const order: GiveBackOrder = {
  ...{ id: 'press', guildId: 'guild', userId: 'ada', by: 'mod', amount: 30, isOwner: false },
  unit: 'video-seconds',
};

/** The store takes so many corrections and fails from then on. */
function failingAfter(taken: number) {
  const written: unknown[] = [];
  let left = taken;
  const parts = {
    money: {
      sumsOf: async () => [sumOn('2026-01-15'), sumOn('2026-01-16')],
      correct: async ({ amount }: { amount: number }) => {
        if (left === 0) throw new StoreError('unwritable', 'the disk is full');
        left -= 1;
        return Math.min(amount, 20);
      },
    },
    giveBacks: {
      add: async (_: string, record: unknown) => {
        written.push(record);
        return true;
      },
    },
    writes: {
      tryToWrite: async (_: unknown, write: () => Promise<unknown>) => {
        await write();
      },
    },
    log: pino({ level: 'silent' }),
    now,
  };
  return { parts, written };
}

it('what could not be given back at all fails, and nobody is written down as having got it', async () => {
  const { parts, written } = failingAfter(0);
  await expect(giveBack(order, parts)).rejects.toThrow('the disk is full');
  expect(written).toEqual([]);
});

it('what was given before the store failed stays given, and that much is written down', async () => {
  const { parts, written } = failingAfter(1);
  expect(await giveBack(order, parts)).toBe(20);
  expect(written).toMatchObject([{ userId: 'ada', by: 'mod', amount: 20 }]);
});

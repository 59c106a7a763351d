import { describe, expect, it } from 'vitest';
import { LiveBudget } from '../../../src/call/live-budget.ts';
import type { Allowance } from '../../../src/community/spending.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A day with so many seconds, whose record can be slow. */
function stage(secondsOfTheDay: number) {
  const clock = new FakeClock();
  const reserved = new Map<string, number>();
  const used: number[] = [];
  const faults: unknown[] = [];
  let left = secondsOfTheDay;
  let spentAt: number | undefined;
  let slowMs = 0;
  const begun = clock.now();
  const budget = new LiveBudget({
    spending: {
      reserve: async ({ id }, amount): Promise<Allowance | undefined> => {
        if (slowMs > 0) await clock.sleep(slowMs);
        if (amount > left) return { unit: 'live-seconds', scope: 'guild', limit: 1, left, resetsAt: 0 };
        left -= amount;
        reserved.set(id, amount);
        return undefined;
      },
      finish: async ({ id }, amount) => {
        left += (reserved.get(id) ?? 0) - amount;
        reserved.delete(id);
        used.push(amount);
      },
    },
    clock,
    owner: { guildId: 'guild', userId: 'ann', id: 'call' },
    onSpent: () => {
      spentAt ??= clock.now() - begun;
    },
    onFault: (error) => faults.push(error),
  });
  return {
    clock,
    budget,
    faults,
    reserved,
    slow: (ms: number) => {
      slowMs = ms;
    },
    get usedSeconds() {
      return used.reduce((sum, amount) => sum + amount, 0);
    },
    get leftSeconds() {
      return left;
    },
    get spentAt() {
      return spentAt;
    },
  };
}

describe('live time', () => {
  it('goes by so many times as fast as there are sessions, and not at all without any', async () => {
    const { budget, clock } = stage(3_600);
    await budget.reserve();
    budget.run(1);
    await clock.advance(10_000);
    budget.run(3);
    await clock.advance(10_000);
    expect(budget.livedMs).toBe(40_000);
    budget.run(0);
    await clock.advance(600_000);
    expect(budget.livedMs).toBe(40_000);
  });

  it('gives back what was not used, however often the number of sessions changed', async () => {
    const scene = stage(3_600);
    await scene.budget.reserve();
    for (const rate of [1, 4, 2, 0, 6, 1, 3]) {
      scene.budget.run(rate);
      await scene.clock.advance(15_000);
    }
    await scene.budget.close();
    expect(scene.usedSeconds).toBe((1 + 4 + 2 + 6 + 1 + 3) * 15);
    expect(scene.leftSeconds).toBe(3_600 - scene.usedSeconds);
    expect(scene.reserved.size).toBe(0);
  });

  it('is over when nothing is left for today, and not a second later', async () => {
    const scene = stage(100);
    await scene.budget.reserve();
    scene.budget.run(5);
    await scene.clock.advance(60_000);
    expect(scene.spentAt).toBe(20_000);
  });

  it('is not over when the number of sessions changes while the next minute is being reserved', async () => {
    const scene = stage(3_600);
    await scene.budget.reserve();
    scene.slow(500);
    scene.budget.run(2);
    await scene.clock.advance(30_200);
    scene.budget.run(3);
    await scene.clock.advance(5_000);
    expect(scene.spentAt).toBeUndefined();
    expect(scene.faults).toEqual([]);
    await scene.clock.advance(30_000);
    expect(scene.budget.livedMs).toBeGreaterThan(60_000 + 3 * 30_000);
  });

  it('that is over before the first minute is reserved keeps nothing', async () => {
    const scene = stage(3_600);
    scene.slow(500);
    const reserving = scene.budget.reserve();
    await scene.budget.close();
    await scene.clock.advance(1_000);
    expect(await reserving).toBeUndefined();
    expect(scene.leftSeconds).toBe(3_600);
    expect(scene.reserved.size).toBe(0);
  });

  it('that is over while the next minute is being reserved keeps nothing', async () => {
    const scene = stage(3_600);
    await scene.budget.reserve();
    scene.slow(500);
    scene.budget.run(1);
    await scene.clock.advance(60_100);
    const closing = scene.budget.close();
    await scene.clock.advance(1_000);
    await closing;
    expect(scene.leftSeconds).toBe(3_600 - 60);
    expect(scene.reserved.size).toBe(0);
  });
});

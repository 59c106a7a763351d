import { describe, expect, test } from 'vitest';
import { LiveBudget, LiveMeter } from '../../../src/call/live-budget.ts';
import { type Allowance, Spending } from '../../../src/community/spending.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMoney } from '../../support/fake-money.ts';

const it = test.extend('scene', () => stage(3_600));

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
  const budget = new LiveMeter(
    {
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
    { guildId: 'guild', userId: 'ann', id: 'call' },
    (event) => {
      if (event.is === 'fault') faults.push(event.error);
      else spentAt ??= clock.now() - begun;
    },
  );
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

/** The first minute is reserved, and so many sessions are open. */
async function begin(budget: LiveMeter | LiveBudget, sessions: number) {
  await budget.reserve();
  budget.run(sessions);
}

describe('live time', () => {
  it('goes by so many times as fast as there are sessions, and not at all without any', async () => {
    const { budget, clock } = stage(3_600);
    await begin(budget, 1);
    await clock.advance(10_000);
    budget.run(3);
    await clock.advance(10_000);
    expect(budget.usedMs).toBe(40_000);
    budget.run(0);
    await clock.advance(600_000);
    expect(budget.usedMs).toBe(40_000);
  });

  it('gives back what was not used, however often the number of sessions changed', async ({ scene }) => {
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
    await begin(scene.budget, 5);
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
    expect(scene.budget.usedMs).toBeGreaterThan(60_000 + 3 * 30_000);
  });

  it('costs no second more when a timer is late', async ({ scene }) => {
    const { clock } = scene;
    const inTime = clock.sleep.bind(clock);
    clock.sleep = async (ms, signal) => await inTime(ms + 500, signal);
    await begin(scene.budget, 1);
    await clock.advance(60_300);
    await scene.budget.close();
    expect(scene.usedSeconds).toBe(60);
  });

  it('that is over before the first minute is reserved keeps nothing', async ({ scene }) => {
    scene.slow(500);
    const reserving = scene.budget.reserve();
    await scene.budget.close();
    await scene.clock.advance(1_000);
    expect(await reserving).toBeUndefined();
    expect(scene.leftSeconds).toBe(3_600);
    expect(scene.reserved.size).toBe(0);
  });

  it('that is over while the next minute is being reserved keeps nothing', async ({ scene }) => {
    await scene.budget.reserve();
    scene.slow(500);
    scene.budget.run(1);
    await scene.clock.advance(60_100);
    let isClosed = false;
    const closing = scene.budget.close().then(() => {
      isClosed = true;
    });
    await scene.clock.advance(300);
    expect(isClosed).toBe(false);
    await scene.clock.advance(700);
    await closing;
    expect(scene.leftSeconds).toBe(3_600 - 60);
    expect(scene.reserved.size).toBe(0);
  });
});

describe('the minutes of a call', () => {
  const guildId = 'guild';

  function meeting(perPersonPerDay: number, perGuildPerDay = 0) {
    const clock = new FakeClock();
    const spending = new Spending({
      unit: 'live-seconds',
      spent: new FakeMoney().held(),
      clock,
      log: silentLog,
      writes: new RepeatedWrites({ clock, log: silentLog }),
      limits: { perPersonPerDay, perGuildPerDay, perBotPerDay: 0 },
    });
    let spentAt: number | undefined;
    const begun = clock.now();
    const budget = new LiveBudget(spending, clock, { guildId, userId: 'ann', id: 'call' }, (event) => {
      if (event.is === 'fault') throw event.error;
      spentAt ??= clock.now() - begun;
    });
    const leftOf = async (userId: string) => (await spending.left(guildId, userId, ['person']))?.left;
    return { clock, spending, budget, leftOf, spentAt: () => spentAt };
  }

  it("are a person's own, however many sessions are open; the server's go down that many times as fast", async () => {
    const { budget, clock, spending, leftOf } = meeting(1_800, 7_200);
    await begin(budget, 3);
    await clock.advance(120_000);
    expect([budget.livedMs, budget.servedMs]).toEqual([120_000, 360_000]);
    await budget.close();
    expect(await leftOf('ann')).toBe(1_800 - 120);
    expect(await spending.left(guildId, 'ann', ['guild'])).toMatchObject({ left: 7_200 - 360 });
  });

  it('in three languages last as long as the day of the person who pays', async () => {
    const { budget, clock, spentAt } = meeting(600);
    await begin(budget, 3);
    await clock.advance(700_000);
    expect(spentAt()).toBe(600_000);
  });

  it('tell what is left, with what is reserved and not used, and when that runs out', async () => {
    const { budget, clock } = meeting(600, 900);
    await budget.reserve();
    expect(await budget.left()).toMatchObject({ day: { left: 600 }, endsAt: undefined });
    budget.run(1);
    await clock.advance(30_000);
    expect(await budget.left()).toMatchObject({
      payer: 'ann',
      day: { scope: 'person', left: 570, limit: 600 },
      service: { scope: 'guild', left: 870 },
      endsAt: clock.now() + 570_000,
      isPayersDay: true,
    });
    budget.run(3);
    expect(await budget.left()).toMatchObject({ endsAt: clock.now() + 290_000, isPayersDay: false });
    await budget.close();
  });

  it("go on with another person's day, and what the first one didn't use is given back", async () => {
    const { budget, clock, leftOf, spentAt } = meeting(100);
    await begin(budget, 2);
    await clock.advance(90_000);
    expect(await budget.payBy('ben')).toBeUndefined();
    expect(budget.payer).toBe('ben');
    await clock.advance(80_000);
    expect(spentAt()).toBeUndefined();
    expect(budget.livedMs).toBe(170_000);
    await clock.advance(30_000);
    expect(spentAt()).toBe(190_000);
    await budget.close();
    expect([await leftOf('ann'), await leftOf('ben')]).toEqual([10, 0]);
  });

  it('stay with who pays if the other one has none', async () => {
    const { budget, spending, clock, leftOf } = meeting(100);
    const taken = { guildId, userId: 'ben', id: 'other', at: clock.now(), scopes: ['person'] as const };
    await spending.reserve(taken, 100);
    await begin(budget, 1);
    await clock.advance(10_000);
    expect(await budget.payBy('ben')).toMatchObject({ scope: 'person', left: 0 });
    expect(budget.payer).toBe('ann');
    await clock.advance(10_000);
    expect(budget.livedMs).toBe(20_000);
    await budget.close();
    expect(await leftOf('ann')).toBe(80);
  });

  it('are counted from when someone talks, also if another one is about to pay', async () => {
    const { budget, clock } = meeting(100);
    await budget.reserve();
    const change = budget.payBy('ben');
    budget.run(1);
    await change;
    await clock.advance(10_000);
    expect([budget.payer, budget.livedMs]).toEqual(['ben', 10_000]);
    await budget.close();
  });

  it('stay with who pays if the store fails when another one would', async () => {
    const { budget, spending, clock, leftOf } = meeting(100);
    await begin(budget, 1);
    await clock.advance(10_000);
    const reserve = spending.reserve.bind(spending);
    spending.reserve = async () => {
      throw new Error('the disk is full');
    };
    await expect(budget.payBy('ben')).rejects.toThrow('the disk is full');
    spending.reserve = reserve;
    expect(budget.payer).toBe('ann');
    await clock.advance(10_000);
    expect(budget.livedMs).toBe(20_000);
    await budget.close();
    expect(await leftOf('ann')).toBe(80);
  });
});

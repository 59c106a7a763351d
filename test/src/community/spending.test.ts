import { describe, expect, onTestFinished, test } from 'vitest';
import { Spending } from '../../../src/community/spending.ts';
import { spendingSweep } from '../../../src/community/spending-sweep.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';
import { FakeMoney } from '../../support/fake-money.ts';
import { WriteFaults } from '../../support/memory-shelf.ts';

const it = test.extend('money', () => open());

const unlimited = { perPersonPerDay: 0, perGuildPerDay: 0, perBotPerDay: 0 };

function open(changes: Partial<typeof unlimited> = {}) {
  const limits = { perPersonPerDay: 60, perGuildPerDay: 100, perBotPerDay: 0, ...changes };
  const clock = new FakeClock(Date.UTC(2026, 0, 15, 22));
  const faults = new WriteFaults(() => clock.now());
  const money = new FakeMoney(undefined, faults);
  const { log, lines } = recordingLog();
  const writes = new RepeatedWrites({ clock, log });
  const restarted = () =>
    new Spending({ unit: 'video-seconds', spent: money.held(), clock, log, writes, limits });
  let next = 0;
  const entry = (userId: string, guildId = 'guild') => {
    next += 1;
    return { guildId, userId, id: `job-${next}`, at: clock.now() };
  };
  return { clock, money, faults, lines, spending: restarted(), restarted, entry };
}

describe('spending', () => {
  it('is refused beyond what a person has left, and says what that is', async () => {
    const { spending, entry } = open();
    expect(await spending.reserve(entry('a'), 50)).toBeUndefined();
    expect(await spending.reserve(entry('a'), 15)).toEqual({
      unit: 'video-seconds',
      scope: 'person',
      period: 'day',
      limit: 60,
      left: 10,
      resetsAt: Date.UTC(2026, 0, 16),
    });
    expect(await spending.reserve(entry('a'), 10)).toBeUndefined();
  });

  it('is refused beyond what a guild has left, no matter who asks', async ({
    money: { spending, entry },
  }) => {
    await spending.reserve(entry('a'), 60);
    await spending.reserve(entry('b'), 30);
    expect(await spending.reserve(entry('c'), 15)).toMatchObject({ scope: 'guild', left: 10 });
    expect(await spending.reserve(entry('c', 'elsewhere'), 15)).toBeUndefined();
  });

  it('is refused beyond what the whole bot has left, in whichever guild', async () => {
    const { spending, entry } = open({ perBotPerDay: 120 });
    await spending.reserve(entry('a', 'one'), 60);
    await spending.reserve(entry('b', 'two'), 50);
    expect(await spending.reserve(entry('c', 'three'), 15)).toMatchObject({
      scope: 'bot',
      limit: 120,
      left: 10,
    });
    expect(await spending.left('three', 'c')).toMatchObject({ scope: 'bot', left: 10 });
    expect(await spending.reserve(entry('c', 'three'), 10)).toBeUndefined();
  });

  it('never goes over a limit, however many ask at the same moment in however many guilds', async () => {
    const { spending, entry } = open({ perBotPerDay: 150 });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => spending.reserve(entry('a', `guild-${index % 5}`), 15)),
    );
    expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(10);
  });

  it('is counted once for one thing', async ({ money: { spending, entry } }) => {
    const same = entry('a');
    await spending.reserve(same, 40);
    await spending.reserve(same, 40);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 20 });
    await spending.settle(same, 40);
    await spending.reserve(same, 40);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 20 });
  });

  it('is given back once when nothing came of it, also by the process after the one that reserved it', async () => {
    const { spending, restarted, entry } = open();
    const failed = entry('a');
    await spending.reserve(failed, 40);
    const after = restarted();
    expect(await after.left('guild', 'a')).toMatchObject({ left: 20 });
    await Promise.all([after.settle(failed, 0), after.settle(failed, 0)]);
    await restarted().settle(failed, 0);
    expect(await after.left('guild', 'a')).toMatchObject({ left: 60 });
  });

  it('is corrected to what was billed', async ({ money: { spending, entry } }) => {
    const job = entry('a');
    await spending.reserve(job, 10);
    await spending.settle(job, 5);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 55 });
  });

  it.each([5_000, 9e14, Number.POSITIVE_INFINITY, Number.NaN, -5])(
    'is never more than was reserved, whatever the bill says (%d), and the log has it once',
    async (billed) => {
      const { spending, lines, entry } = open();
      const job = { ...entry('a'), reference: 'TEST-0001' };
      await spending.reserve(job, 5);
      await spending.settle(job, billed);
      await spending.settle(job, billed);
      await spending.finish(job, billed);
      expect(await spending.left('guild', 'a')).toMatchObject({ left: 55 });
      const errors = lines.filter(({ level }) => ['error', 'fatal'].includes(String(level)));
      expect(errors).toEqual([
        expect.objectContaining({ reference: 'TEST-0001', id: job.id, reserved: 5, spent: 'video-seconds' }),
      ]);
    },
  );

  it.each(['settle', 'finish', 'finishForSure'] as const)(
    'is written in the end when the store fails (%s)',
    async (how) => {
      const { spending, faults, clock, entry } = open();
      const job = entry('a');
      await spending.reserve(job, 40);
      faults.fail(1, Number.POSITIVE_INFINITY);
      const settled = spending[how](job, 10);
      await clock.advance(60_000);
      expect(await spending.left('guild', 'a')).toMatchObject({ left: 20 });
      faults.mend();
      await clock.advance(30_000);
      await settled;
      expect(await spending.left('guild', 'a')).toMatchObject({ left: 50 });
    },
  );

  it('starts over with the UTC day, and a refund goes to the day it was reserved on', async () => {
    const { clock, spending, entry } = open();
    const yesterday = entry('a');
    await spending.reserve(yesterday, 60);
    await clock.advance(3 * 3_600_000);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 60 });
    await spending.reserve(entry('a'), 30);
    await spending.settle(yesterday, 0);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 30 });
  });

  it('without limits is never refused', async () => {
    const { spending, entry } = open(unlimited);
    expect(await spending.reserve(entry('a'), 100_000)).toBeUndefined();
    expect(await spending.left('guild', 'a')).toBeUndefined();
  });

  it('keeps the sums of small things, and forgets their reservations', async () => {
    const { spending, money, entry } = open();
    const [one, two] = [entry('a'), entry('a')];
    await spending.reserve(one, 20);
    await spending.reserve(two, 20);
    await spending.finish(one, 15);
    await spending.finish(one, 15);
    await spending.finish(two, 0);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 45 });
    expect(await spending.left('guild', 'b')).toMatchObject({ left: 60 });
    expect(money.reservations).toEqual([]);
  });

  it('names the tightest allowance when somebody looks', async ({ money: { spending, entry } }) => {
    await spending.reserve(entry('b'), 60);
    await spending.reserve(entry('c'), 30);
    expect(await spending.left('guild', 'a')).toMatchObject({ scope: 'guild', left: 10 });
  });

  it('that could not be written is not spent, and the next is', async () => {
    const { spending, faults, entry } = open();
    faults.fail(1, 1);
    await expect(spending.reserve(entry('a'), 60)).rejects.toThrow('the disk is full');
    expect(await spending.reserve(entry('a'), 60)).toBeUndefined();
  });

  it('gives back what the process before left open, but never what another running process reserved', async () => {
    const { spending, restarted, entry } = open();
    const [accepted, never] = [entry('a'), entry('a')];
    await spending.reserve(accepted, 10);
    await spending.reserve(never, 20);
    const after = restarted();
    const running = entry('a');
    await after.reserve(running, 5);
    await after.giveBackUnless(async (id) => id === accepted.id);
    expect(await after.left('guild', 'a')).toMatchObject({ left: 45 });
  });

  it('stops in a process that another one has taken over from', async () => {
    const { spending, restarted, entry } = open();
    restarted();
    await expect(spending.reserve(entry('a'), 5)).rejects.toMatchObject({ trouble: 'locked' });
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 60 });
  });

  it('is forgotten when nobody needs its day any more, and yesterday stays', async () => {
    const { clock, money, spending, entry } = open();
    const sweep = spendingSweep({ money: money.money, clock, log: silentLog });
    onTestFinished(async () => await sweep.close());
    sweep.start();
    for (let each = 0; each < 250; each += 1)
      await spending.reserve(entry(`person-${each}`, `guild-${each}`), 1);
    await clock.advance(25 * 3_600_000);
    expect(money.reservations).toHaveLength(250);
    await clock.advance(24 * 3_600_000);
    expect(money.reservations).toHaveLength(0);
    expect(money.sums.length).toBeGreaterThan(250);
    await clock.advance(14 * 24 * 3_600_000);
    // Last month can still be looked at.
    expect(money.sums.length).toBeGreaterThan(250);
    await clock.advance(29 * 24 * 3_600_000);
    expect(money.isUntouched).toBe(true);
  });
});

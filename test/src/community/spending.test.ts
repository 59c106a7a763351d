import { describe, expect, it } from 'vitest';
import { Spending, type SpendingDay } from '../../../src/community/spending.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function open(limits = { perPersonPerDay: 60, perGuildPerDay: 100 }) {
  const days = new Map<string, SpendingDay>();
  const clock = new FakeClock(Date.UTC(2026, 0, 15, 22));
  const shelf = {
    get: async (id: string) => days.get(id),
    set: async (id: string, day: SpendingDay) => {
      days.set(id, day);
    },
  };
  const spending = new Spending({ shelf, clock, limits });
  let next = 0;
  const entry = (userId: string, guildId = 'guild') => {
    next += 1;
    return { guildId, userId, id: `job-${next}`, at: clock.now() };
  };
  return { clock, spending, entry };
}

describe('spending', () => {
  it('is refused beyond what a person has left, and says what that is', async () => {
    const { spending, entry } = open();
    expect(await spending.reserve(entry('a'), 50)).toBeUndefined();
    expect(await spending.reserve(entry('a'), 15)).toEqual({
      scope: 'person',
      limit: 60,
      left: 10,
      resetsAt: Date.UTC(2026, 0, 16),
    });
    expect(await spending.reserve(entry('a'), 10)).toBeUndefined();
  });

  it('is refused beyond what the guild has left, whoever asks', async () => {
    const { spending, entry } = open();
    await spending.reserve(entry('a'), 60);
    await spending.reserve(entry('b'), 30);
    expect(await spending.reserve(entry('c'), 15)).toMatchObject({ scope: 'guild', left: 10 });
    expect(await spending.reserve(entry('c', 'elsewhere'), 15)).toBeUndefined();
  });

  it('cannot go over the limit by asking many times at once', async () => {
    const { spending, entry } = open();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => spending.reserve(entry('a'), 15)));
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(4);
  });

  it('counts one id once', async () => {
    const { spending, entry } = open();
    const same = entry('a');
    await spending.reserve(same, 40);
    await spending.reserve(same, 40);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 20 });
  });

  it('is given back, once, when nothing came of it', async () => {
    const { spending, entry } = open();
    const failed = entry('a');
    await spending.reserve(failed, 40);
    await spending.settle(failed, 0);
    await spending.settle(failed, 0);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 60 });
  });

  it('is corrected to what was billed', async () => {
    const { spending, entry } = open();
    const job = entry('a');
    await spending.reserve(job, 5);
    await spending.settle(job, 10);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 50 });
  });

  it('begins anew with each UTC day, and gives back to the day it came from', async () => {
    const { clock, spending, entry } = open();
    const yesterday = entry('a');
    await spending.reserve(yesterday, 60);
    await clock.advance(3 * 3_600_000);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 60 });
    await spending.reserve(entry('a'), 30);
    await spending.settle(yesterday, 0);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 30 });
  });

  it('has no limit where the limit is 0', async () => {
    const { spending, entry } = open({ perPersonPerDay: 0, perGuildPerDay: 0 });
    expect(await spending.reserve(entry('a'), 100_000)).toBeUndefined();
    expect(await spending.left('guild', 'a')).toBeUndefined();
  });

  it('is settled for good by person: the sum stays, the thing is forgotten, and saying it twice changes nothing', async () => {
    const { spending, entry } = open();
    const [one, two] = [entry('a'), entry('a')];
    await spending.reserve(one, 20);
    await spending.reserve(two, 20);
    await spending.finish(one, 15);
    await spending.finish(one, 15);
    await spending.finish(two, 0);
    expect(await spending.left('guild', 'a')).toMatchObject({ left: 45 });
    expect(await spending.reserve(entry('a'), 46)).toMatchObject({ left: 45 });
    expect(await spending.left('guild', 'b')).toMatchObject({ left: 60 });
  });

  it('says the tighter of the two limits', async () => {
    const { spending, entry } = open();
    await spending.reserve(entry('b'), 60);
    await spending.reserve(entry('c'), 30);
    expect(await spending.left('guild', 'a')).toMatchObject({ scope: 'guild', left: 10 });
  });
});

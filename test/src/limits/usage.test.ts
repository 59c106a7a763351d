import { describe, expect, test } from 'vitest';
import { limitsPageSchema } from '../../../src/community/limits.ts';
import { type UsageGroup, type UsageMonth, usageBy } from '../../../src/limits/usage.ts';
import { usageCsv } from '../../../src/limits/usage-csv.ts';
import { renderMine, renderServer } from '../../../src/limits/usage-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { ada, ben, guildId, LimitsWorld, mod } from '../../support/limits-world.ts';

const it = test.extend('used', () => used());

const dayMs = 24 * 60 * 60_000;
const words = wordsFor('en-US');
const prices = { videoSecond: 0.1, thousandCharacters: 0.5, liveMinute: 2, currency: '€' };
const press = { id: 'press-1', guildId, by: mod };
const page = limitsPageSchema.parse({ prices });

async function used() {
  const world = new LimitsWorld();
  await world.spend(ada, 20);
  await world.spend(ben, 300, 'spoken-characters');
  await world.clock.advance(dayMs);
  await world.spend(ada, 600, 'spoken-characters');
  await world.spend(ada, 10);
  return { world, spent: await world.desk.spentIn(guildId) };
}

const serverText = (
  spent: Parameters<typeof renderServer>[0],
  group: UsageGroup,
  now: number,
  month: UsageMonth = 'this',
) => FakeMessenger.textOf(renderServer(spent, { group, month }, page, now, words));

describe('what a server used', () => {
  it('is summed up by feature, by person and by day, and each way it is the same', async () => {
    const { spent } = await used();
    expect(usageBy('feature', spent)).toEqual([
      { key: 'spoken-characters', amounts: { 'spoken-characters': 900 } },
      { key: 'video-seconds', amounts: { 'video-seconds': 30 } },
    ]);
    expect(usageBy('person', spent)).toEqual([
      { key: ada, amounts: { 'spoken-characters': 600, 'video-seconds': 30 } },
      { key: ben, amounts: { 'spoken-characters': 300 } },
    ]);
    expect(usageBy('day', spent).map(({ key }) => key)).toEqual(['2026-01-16', '2026-01-15']);
  });

  it('is without what was given back', async ({ used: { world } }) => {
    await world.desk.giveBack({ ...press, userId: ada, unit: 'video-seconds', amount: 25 });
    const spent = await world.desk.spentIn(guildId);
    expect(usageBy('feature', spent)).toContainEqual({
      key: 'video-seconds',
      amounts: { 'video-seconds': 5 },
    });
    expect(usageBy('person', spent)).toContainEqual({
      key: ada,
      amounts: { 'spoken-characters': 600, 'video-seconds': 5 },
    });
  });

  it('names nobody who got everything back', async ({ used: { world } }) => {
    await world.desk.giveBack({ ...press, userId: ben, unit: 'spoken-characters', amount: 300 });
    const spent = await world.desk.spentIn(guildId);
    expect(usageBy('person', spent).map(({ key }) => key)).toEqual([ada]);
  });

  it('is shown for last month until this one ends, and for no other', async ({ used: { world } }) => {
    await world.clock.advance(20 * dayMs);
    await world.spend(ben, 7);
    const spent = await world.desk.spentIn(guildId);
    const now = world.clock.now();
    const shown = (month: UsageMonth, group: UsageGroup) => serverText(spent, group, now, month);
    expect(shown('this', 'feature')).toContain('Videos: 7 s');
    expect(shown('this', 'feature')).toContain('2026-02-01 to 2026-02-05');
    expect(shown('last', 'feature')).toContain('Videos: 30 s · €3');
    expect(shown('last', 'feature')).toContain('2026-01-01 to 2026-01-31');
    expect(shown('last', 'day')).toContain('2026-01-16: Videos 10 s');
    expect(shown('last', 'person')).toContain(`<@${ada}>: Videos 30 s`);
    const later = serverText(spent, 'feature', now + 30 * dayMs, 'last');
    expect(later).toContain('Videos: 7 s');
    expect(later).not.toContain('30 s');
  });

  it('is shown for each person in units and in money, the most first', ({ used: { world, spent } }) => {
    const shown = serverText(spent, 'person', world.clock.now());
    expect(shown).toContain(`<@${ada}>: Videos 30 s · Texts read aloud 600 characters · €3.3`);
    expect(shown.indexOf(`<@${ben}>`)).toBeGreaterThan(shown.indexOf(`<@${ada}>`));
  });

  it('is still there at the end of the next month, however often old days are cleared', async () => {
    const { world } = await used();
    await world.money.money.forgetBefore(Date.UTC(2026, 1, 28, 23), 1_000);
    expect(usageBy('feature', await world.desk.spentIn(guildId))).toHaveLength(2);
    await world.money.money.forgetBefore(Date.UTC(2026, 2, 1), 1_000);
    expect(await world.desk.spentIn(guildId)).toEqual([]);
  });

  it('is shown in units and in money, for this month only', ({ used: { world, spent } }) => {
    const shown = serverText(spent, 'feature', world.clock.now());
    expect(shown).toContain('Videos: 30 s · €3');
    expect(shown).toContain('€3.45');
    const later = world.clock.now() + 40 * dayMs;
    expect(serverText(spent, 'feature', later)).toContain('Nothing used yet');
  });

  it('names nobody who was forgotten with a mention', async ({ used: { world } }) => {
    await world.money.money.renamePerson(ben, 'gone-abcdef');
    const spent = await world.desk.spentIn(guildId);
    const shown = serverText(spent, 'person', world.clock.now());
    expect(shown).toContain(`<@${ada}>`);
    expect(shown).not.toContain(ben);
    expect(shown).not.toContain('<@gone');
  });
});

it('what one person used is theirs alone, with what is left', async ({ used: { world, spent } }) => {
  const mine = spent.filter(({ userId }) => userId === ada);
  const left = await world.desk.leftFor(guildId, ada);
  const at = { now: world.clock.now(), isModerator: false };
  const shown = FakeMessenger.textOf(renderMine(mine, left, page, at, words));
  expect(shown).toContain('Videos: today 10 s · this month 30 s · €3.00 · **50 of 60 s left today**');
  expect(shown).not.toContain(ben);
});

it('what one person used last month is beside it', async ({ used: { world } }) => {
  await world.clock.advance(20 * dayMs);
  const mine = (await world.desk.spentIn(guildId)).filter(({ userId }) => userId === ada);
  const at = { now: world.clock.now(), isModerator: false };
  const shown = FakeMessenger.textOf(renderMine(mine, [], page, at, words));
  expect(shown).toContain('Videos: today 0 s · this month 0 s · last month 30 s');
});

describe('a CSV', () => {
  it('has a line for each person, day and feature, with what it cost', ({ used: { spent } }) => {
    const [head, ...lines] = usageCsv(spent, page, () => 'Ada')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe('\ufeffday,person,id,unit,amount,price,currency');
    expect(lines).toEqual([
      `2026-01-15,Ada,${ben},spoken-characters,300,0.1500,€`,
      `2026-01-15,Ada,${ada},video-seconds,20,2.0000,€`,
      `2026-01-16,Ada,${ada},spoken-characters,600,0.3000,€`,
      `2026-01-16,Ada,${ada},video-seconds,10,1.0000,€`,
    ]);
  });

  it('comes to what the server is charged, also for sessions that no single person pays', async () => {
    const world = new LimitsWorld();
    await world.spend(ada, 120, 'live-seconds');
    const live = world.of('live-seconds');
    await live.reserve({ ...world.entry(ada), scopes: ['guild', 'bot'] }, 240);
    await world.spend(ben, 60, 'live-seconds');
    await world.rules.close();
    const csv = usageCsv(await world.desk.spentIn(guildId), page, () => 'Ada');
    const lines = csv.trimEnd().split('\r\n').slice(1);
    expect(lines).toContainEqual('2026-01-15,,,live-seconds,240,8.0000,€');
    const total = lines.reduce((sum, line) => sum + Number(line.split(',')[4]), 0);
    expect(total).toBe(world.money.spent({ unit: 'live-seconds', guildId }));
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=cmd|"/C calc"!A0'])(
    'never begins a cell like a formula: %j',
    async (name) => {
      const { spent } = await used();
      const csv = usageCsv(
        spent,
        limitsPageSchema.parse({ prices: { ...prices, currency: '=1' } }),
        () => name,
      );
      const cells = csv
        .slice(1)
        .split(/,|\r\n/)
        .map((cell) => cell.replace(/^"/, ''));
      expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
    },
  );
});

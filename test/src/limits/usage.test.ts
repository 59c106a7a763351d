import { describe, expect, it } from 'vitest';
import { limitsPageSchema } from '../../../src/community/limits.ts';
import { usageBy } from '../../../src/limits/usage.ts';
import { usageCsv } from '../../../src/limits/usage-csv.ts';
import { renderMine, renderServer } from '../../../src/limits/usage-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { ada, ben, guildId, LimitsWorld, mod } from '../../support/limits-world.ts';
import { FakeMessenger } from '../../support/video-world.ts';

const dayMs = 24 * 60 * 60_000;
const words = wordsFor('en-US');
const prices = { videoSecond: 0.1, thousandCharacters: 0.5, liveMinute: 2, currency: '€' };
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

  it('is without what was given back', async () => {
    const { world } = await used();
    await world.desk.giveBack({
      ...{ id: 'press-1', guildId, userId: ada, by: mod, unit: 'video-seconds', amount: 25 },
    });
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

  it('is shown in units and in money, for this month only', async () => {
    const { world, spent } = await used();
    const shown = FakeMessenger.textOf(renderServer(spent, 'feature', page, world.clock.now(), words));
    expect(shown).toContain('Videos: 30 s · €3');
    expect(shown).toContain('€3.45');
    const later = world.clock.now() + 40 * dayMs;
    expect(FakeMessenger.textOf(renderServer(spent, 'feature', page, later, words))).toContain(
      'Nothing used yet',
    );
  });

  it('names nobody who was forgotten with a mention', async () => {
    const { world } = await used();
    await world.money.money.renamePerson(ben, 'gone-abcdef');
    const spent = await world.desk.spentIn(guildId);
    const shown = FakeMessenger.textOf(renderServer(spent, 'person', page, world.clock.now(), words));
    expect(shown).toContain(`<@${ada}>`);
    expect(shown).not.toContain(ben);
    expect(shown).not.toContain('<@gone');
  });
});

it('what one person used is theirs alone, with what is left', async () => {
  const { world, spent } = await used();
  const mine = spent.filter(({ userId }) => userId === ada);
  const left = await world.desk.leftFor(guildId, ada);
  const at = { now: world.clock.now(), isModerator: false };
  const shown = FakeMessenger.textOf(renderMine(mine, left, page, at, words));
  expect(shown).toContain('Videos: today 10 s · this month 30 s · €3 · **50 of 60 s left today**');
  expect(shown).not.toContain(ben);
});

describe('a CSV', () => {
  it('has a line for each person, day and feature, with what it cost', async () => {
    const { spent } = await used();
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

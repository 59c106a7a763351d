import { describe, expect, test, vi } from 'vitest';
import type { SpendingUnit } from '../../../src/refusal/spending.ts';
import { ada, ben, botOwner, guildId, LimitsWorld, mod } from '../../support/limits-world.ts';
import { refusalCode } from '../../support/rejection.ts';

const it = test.extend('world', () => new LimitsWorld()).extend('owned', () => new LimitsWorld(owners));

const dayMs = 24 * 60 * 60_000;
const video = 'video-seconds';
const owners = { [video]: { perPersonPerDay: 60, perGuildPerDay: 600, perBotPerDay: 1_000 } };

describe('limits that a moderator sets', () => {
  it('count from the next reservation on, for a day and for a month', async ({ world }) => {
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { day: 20, month: 30 });
    expect(await world.spend(ada, 20)).toBeUndefined();
    expect(await world.spend(ada, 1)).toMatchObject({ scope: 'person', period: 'day', limit: 20, left: 0 });
    await world.clock.advance(dayMs);
    expect(await world.spend(ada, 11)).toMatchObject({ period: 'month', limit: 30, left: 10 });
    expect(await world.spend(ada, 10)).toBeUndefined();
    await world.clock.advance(17 * dayMs);
    expect(await world.spend(ada, 20)).toBeUndefined();
  });

  it('of 0 let nothing through, and an unlimited one only what the bot owner allows', async () => {
    const world = new LimitsWorld(owners);
    await world.desk.setLimit(world.editor, { is: 'person', id: ada }, video, { day: 0 });
    expect(await world.spend(ada, 1)).toMatchObject({ limit: 0, because: 'own' });
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { day: 'unlimited' });
    expect(await world.spend(ben, 61)).toMatchObject({ scope: 'person', limit: 60, left: 60 });
    expect(await world.spend(ben, 60)).toBeUndefined();
  });

  it('are those of newcomers for a week, without asking Discord about units that newcomers have like everyone', async () => {
    const world = new LimitsWorld();
    world.spenders.set(ada, { joinedAt: world.clock.now() - 6 * dayMs });
    expect(await world.spend(ada, 5)).toMatchObject({ limit: 0, because: 'newcomer' });
    await world.clock.advance(dayMs);
    expect(await world.spend(ada, 5)).toBeUndefined();
    world.spenderOf.mockClear();
    expect(await world.spend(ada, 5, 'spoken-characters')).toBeUndefined();
    expect(world.spenderOf).not.toHaveBeenCalled();
  });

  it('are the strictest while Discord does not say who someone is', async ({ world }) => {
    world.spenderOf.mockRejectedValueOnce(new Error('Discord is away'));
    expect(await world.spend(ada, 5)).toMatchObject({ limit: 0 });
    expect(await world.spend(ada, 5)).toBeUndefined();
  });

  it('count videos of small models apart, and the bot owner counts both together', async () => {
    const world = new LimitsWorld({ [video]: { ...owners[video], perPersonPerDay: 50 } });
    await world.desk.setLimit(world.editor, { is: 'everyone' }, 'small-video-seconds', { day: 20 });
    const spending = world.of(video);
    const small = 'small-video-seconds';
    expect(await spending.reserve(world.entry(ada, small), 21)).toMatchObject({ unit: small, limit: 20 });
    expect(await spending.reserve(world.entry(ada, small), 20)).toBeUndefined();
    expect(await spending.reserve(world.entry(ada), 31)).toMatchObject({ unit: video, limit: 50, left: 30 });
    expect(await spending.reserve(world.entry(ada), 30)).toBeUndefined();
  });

  it('are never more than 50 roles, so that the panel can be understood', async ({ world }) => {
    const set = async (index: number, day: number) =>
      await world.desk.setLimit(
        world.editor,
        { is: 'role', id: `40000000000000000${String(index).padStart(2, '0')}` },
        'searches',
        { day },
      );
    for (let index = 0; index < 50; index += 1) await set(index, 5);
    expect(await refusalCode(set(50, 5))).toBe('limits-full');
    expect(await refusalCode(set(49, 6))).toBeUndefined();
  });
});

describe('what public bots got wrong about budgets', () => {
  it('twenty requests at the same moment do not pass a limit together', async ({ world }) => {
    await world.desk.setLimit(world.editor, { is: 'role', id: '4000000000000000001' }, video, { month: 15 });
    world.spenders.set(ada, { roleIds: ['4000000000000000001'] });
    const asked = Array.from({ length: 20 }, () => world.of(video).reserve(world.entry(ada), 5));
    expect((await Promise.all(asked)).filter((refused) => !refused)).toHaveLength(3);
  });

  it('a wrong price or charge is corrected in Discord, without touching the database', async () => {
    const world = new LimitsWorld(owners);
    await world.spend(ada, 60);
    expect(await world.spend(ada, 5)).toMatchObject({ left: 0 });
    const order = { id: 'press-1', guildId, userId: ada, by: mod, unit: video, amount: 20 } as const;
    expect(await world.desk.giveBack(order)).toBe(20);
    expect(await world.spend(ada, 25)).toMatchObject({ left: 20 });
    expect(await world.spend(ada, 20)).toBeUndefined();
  });

  it('a wrong price locks nobody out, and a wrong limit is undone in Discord, by the bot owner, too', async () => {
    const world = new LimitsWorld();
    const wrong = { videoSecond: 1_000_000, thousandCharacters: 1_000_000, currency: '$' };
    await world.desk.setPrices(world.editor, wrong);
    expect(await world.spend(ada, 5)).toBeUndefined();
    for (const subject of [{ is: 'everyone' }, { is: 'server' }] as const)
      await world.desk.setLimit(world.editor, subject, video, { day: 0 });
    expect(await world.spend(ada, 5)).toMatchObject({ limit: 0 });
    const byOwner = { guildId, userId: botOwner };
    const { revision } = await world.settings.read(guildId);
    await world.settings.undo(byOwner, revision);
    await world.desk.setLimit(byOwner, { is: 'everyone' }, video, {});
    expect(await world.spend(ada, 5)).toBeUndefined();
  });

  it('a limit of the day and one of the month that contradict each other are told before they are saved', async () => {
    const world = new LimitsWorld();
    const given = { day: 100, month: 50 };
    expect(await world.desk.contradictions(guildId, { is: 'everyone' }, video, given)).toContainEqual({
      is: 'day-above-month',
      day: 100,
      month: 50,
    });
    expect((await world.desk.limitsIn(guildId)).everyone).toEqual({});
  });

  it('what is left counts down with each thing, and says whose it is and until when', async ({ world }) => {
    await world.spend(ada, 20);
    expect(await world.desk.leftFor(guildId, ada)).toContainEqual(
      expect.objectContaining({ unit: video, scope: 'person', period: 'day', left: 40, limit: 60 }),
    );
    await world.spend(ada, 5);
    expect(await world.desk.leftFor(guildId, ada)).toContainEqual(expect.objectContaining({ left: 35 }));
  });

  it('a role has a limit of its own that can lift the one for everyone', async ({ world }) => {
    const role = { is: 'role', id: '4000000000000000001' } as const;
    world.spenders.set(ada, { roleIds: [role.id] });
    await world.desk.setLimit(world.editor, role, video, { day: 90 });
    expect(await world.spend(ada, 61)).toMatchObject({ limit: 60 });
    await world.desk.switchLifting(world.editor, role);
    expect(await world.spend(ada, 61)).toBeUndefined();
    expect(await world.spend(ben, 61)).toMatchObject({ limit: 60 });
  });
});

describe('a pause', () => {
  it('of a server stops everything that is new there, whatever is left, and lets it go on afterwards', async () => {
    const world = new LimitsWorld();
    await world.desk.pauseServer(world.editor);
    expect(await world.spend(ada, 1)).toMatchObject({ pausedBy: 'guild', left: 0 });
    expect(await refusalCode(world.of('searches').charge(world.entry(ada), 1))).toBe('spending-paused');
    const elsewhere = { ...world.entry(ada), guildId: '3000000000000000009' };
    expect(await world.of(video).reserve(elsewhere, 1)).toBeUndefined();
    await world.desk.resumeServer(world.editor);
    expect(await world.spend(ada, 1)).toBeUndefined();
  });

  it('does not keep what was reserved before from being settled', async ({ world }) => {
    const entry = world.entry(ada);
    await world.of(video).reserve(entry, 10);
    await world.desk.pauseServer(world.editor);
    await world.of(video).settle(entry, 4);
    expect(world.money.spent({ unit: video, guildId, userId: ada })).toBe(4);
  });

  it('is heard of by what waits, however it begins or ends, and by nobody elsewhere', async ({ world }) => {
    const told: (string | undefined)[] = [];
    world.of(video).onPause((where) => told.push(where));
    const elsewhere = '3000000000000000009';
    await world.desk.pauseServer(world.editor);
    await world.rules.pausedBy(elsewhere);
    expect(told).toEqual([guildId]);
    expect(world.of(video).pausedNow(guildId)?.facts).toEqual({ code: 'spending-paused', by: 'guild' });
    expect(world.of(video).pausedNow(elsewhere)).toBeUndefined();
    const { revision } = await world.settings.read(guildId);
    await world.settings.undo(world.editor, revision);
    await world.rules.pausedBy(guildId);
    expect(told).toEqual([guildId, guildId]);
    expect(world.of(video).pausedNow(guildId)).toBeUndefined();
    // Something else changed.
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { day: 5 });
    await world.rules.pausedBy(guildId);
    expect(told).toHaveLength(2);
  });

  it('of everything counts at once everywhere, even before it is written down', async ({ world }) => {
    const told: (string | undefined)[] = [];
    world.of(video).onPause((where) => told.push(where));
    const pressing = world.desk.pauseEverything(botOwner, true);
    await Promise.resolve();
    await pressing;
    await world.desk.pauseEverything(botOwner, true);
    expect(told).toEqual([undefined]);
    expect(world.of(video).pausedNow(guildId)?.facts).toEqual({ code: 'spending-paused', by: 'owner' });
    await world.desk.pauseEverything(botOwner, false);
    expect(told).toEqual([undefined, undefined]);
    expect(world.of(video).pausedNow(guildId)).toBeUndefined();
  });

  it('of everything leaves a server paused that its moderators paused', async ({ world }) => {
    await world.desk.pauseServer(world.editor);
    await world.desk.pauseEverything(botOwner, true);
    await world.desk.pauseEverything(botOwner, false);
    expect(await world.spend(ada, 1)).toMatchObject({ pausedBy: 'guild' });
  });

  it('of everything is for the bot owner alone, and outlives a restart', async ({ world }) => {
    expect(await refusalCode(world.desk.pauseEverything(mod, true))).toBe('bot-owner-only');
    expect(await world.spend(ada, 1)).toBeUndefined();
    await world.desk.pauseEverything(botOwner, true);
    expect(await world.spend(ada, 1)).toMatchObject({ pausedBy: 'owner' });
    await world.pause.open();
    expect(world.desk.isEverythingPaused).toBe(true);
    await world.desk.pauseEverything(botOwner, false);
    await world.pause.open();
    expect(await world.spend(ada, 1)).toBeUndefined();
  });
});

describe('giving back', () => {
  const order = { id: 'press-1', guildId, userId: ada, by: mod, unit: video, amount: 20 } as const;

  it('is written down once, with who and why, and moderators hear of it', async ({ world }) => {
    await world.spend(ada, 50);
    await world.desk.giveBack({ ...order, reason: 'it was black' });
    expect(await refusalCode(world.desk.giveBack({ ...order, reason: 'pressed twice' }))).toBe(
      'nothing-to-give-back',
    );
    expect([...world.giveBacks.records.values()].map((text) => JSON.parse(text) as unknown)).toEqual([
      expect.objectContaining({ userId: ada, by: mod, amount: 20, reason: 'it was black' }),
    ]);
    expect(world.news).toContainEqual({
      ...{ is: 'given-back', guildId, by: mod, userId: ada, unit: video, amount: 20 },
    });
  });

  it('is never more than was charged this month, the latest days first', async ({ world }) => {
    await world.spend(ada, 30);
    await world.clock.advance(dayMs);
    await world.spend(ada, 10);
    expect(await world.desk.giveBack({ ...order, amount: 15 })).toBe(15);
    const spent = (await world.desk.spentIn(guildId)).filter(({ userId }) => userId === ada);
    expect(spent.map(({ day, amount }) => [day, amount])).toEqual([['2026-01-15', 25]]);
    expect(await world.desk.giveBack({ ...order, id: 'press-2', amount: 1_000 })).toBe(25);
    expect(await refusalCode(world.desk.giveBack({ ...order, id: 'press-3' }))).toBe('nothing-to-give-back');
  });

  it('for a video that fails afterwards gives nobody more than their limit', async ({ owned: world }) => {
    const entry = world.entry(ada);
    await world.of(video).reserve(entry, 60);
    await world.desk.giveBack({ ...order, amount: 60 });
    await world.of(video).settle(entry, 0);
    expect(await world.desk.leftFor(guildId, ada)).toContainEqual(
      expect.objectContaining({ unit: video, left: 60, limit: 60 }),
    );
    expect(await world.spend(ada, 61)).toMatchObject({ limit: 60, left: 60 });
    expect(await world.spend(ada, 60)).toBeUndefined();
  });

  it('by a moderator does not let a server spend beyond what the bot owner allows it', async () => {
    const world = new LimitsWorld({ [video]: { perPersonPerDay: 0, perGuildPerDay: 60, perBotPerDay: 60 } });
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { day: 'unlimited' });
    await world.spend(ada, 60);
    await world.desk.giveBack({ ...order, amount: 60 });
    expect(await world.spend(ada, 1)).toMatchObject({ scope: 'guild', limit: 60, left: 0 });
  });

  it('by the bot owner does, from person, server and bot alike', async () => {
    const world = new LimitsWorld({ [video]: { perPersonPerDay: 0, perGuildPerDay: 60, perBotPerDay: 60 } });
    await world.spend(ada, 60);
    await world.desk.giveBack({ ...order, by: botOwner });
    expect(await world.spend(ada, 21)).toMatchObject({ left: 20 });
    expect(world.money.spent({ unit: video })).toBe(40);
    expect(world.money.spent({ unit: video, guildId })).toBe(40);
    expect(await world.spend(ada, 20)).toBeUndefined();
  });
});

describe('alarms', () => {
  const told = (world: LimitsWorld) =>
    world.news.flatMap((event) => (event.is === 'limit-reached' ? [[event.period, event.percent]] : []));

  it('tell moderators at 50, 80 and 100 % of the server, once a day each', async ({ world }) => {
    await world.desk.setLimit(world.editor, { is: 'server' }, video, { day: 100 });
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { day: 'unlimited' });
    await world.spend(ada, 49);
    expect(told(world)).toEqual([]);
    await world.spend(ada, 1);
    await world.spend(ben, 29);
    expect(told(world)).toEqual([['day', 50]]);
    await world.spend(ben, 1);
    await world.spend(ben, 20);
    expect(told(world)).toEqual([
      ['day', 50],
      ['day', 80],
      ['day', 100],
    ]);
    await world.clock.advance(dayMs);
    await world.spend(ada, 100);
    expect(told(world).slice(3)).toEqual([['day', 100]]);
  });

  it('are told once however often the process starts, and for the month as well', async ({ world }) => {
    await world.desk.setLimit(world.editor, { is: 'server' }, video, { day: 200, month: 60 });
    await world.spend(ada, 30);
    expect(told(world)).toEqual([['month', 50]]);
    const again = new LimitsWorld();
    for (const [id, text] of world.alarms.records) again.alarms.records.set(id, text);
    again.money.takeOver(world.money);
    await again.desk.setLimit(again.editor, { is: 'server' }, video, { day: 200, month: 60 });
    await again.spend(ben, 1);
    expect(told(again)).toEqual([]);
  });

  it('that cannot be looked up or noted keep nobody from spending, are logged, and come with the next', async () => {
    const world = new LimitsWorld();
    await world.desk.setLimit(world.editor, { is: 'server' }, video, { day: 100 });
    const noted = vi.spyOn(world.alarms, 'add').mockRejectedValueOnce(new Error('no room'));
    expect(await world.spend(ada, 50)).toBeUndefined();
    expect(told(world)).toEqual([]);
    expect(noted).toHaveBeenCalledTimes(1);
    expect(world.recorded.lines).toMatchObject([{ level: 'error', guildId, err: { message: 'no room' } }]);
    await world.spend(ada, 1);
    expect(told(world)).toEqual([['day', 50]]);
  });
});

describe('a preview', () => {
  it('says the worst case of a day in units and money', async ({ owned: world }) => {
    await world.desk.setLimit(world.editor, { is: 'server' }, 'spoken-characters', { day: 10_000 });
    await world.desk.setLimit(world.editor, { is: 'server' }, 'live-seconds', { day: 600 });
    await world.desk.setPrices(world.editor, {
      videoSecond: 0.1,
      thousandCharacters: 0.5,
      liveMinute: 2,
      currency: '€',
    });
    const { worst, money, videosTogether } = await world.desk.preview(guildId);
    expect(worst).toEqual([
      { unit: 'video-seconds', most: 600 },
      { unit: 'small-video-seconds', most: 600 },
      { unit: 'spoken-characters', most: 10_000 },
      { unit: 'live-seconds', most: 600 },
      { unit: 'searches', most: 2_000 },
    ]);
    // Both kinds of videos share the owner's 600 s.
    expect([money, videosTogether]).toEqual([60 + 5 + 20, 600]);
    await world.desk.setLimit(world.editor, { is: 'server' }, 'live-seconds', { day: 'unlimited' });
    expect((await world.desk.preview(guildId)).money).toBe('unlimited');
  });

  it("is no worse than a month's limit, or than what the bot owner allows all servers together", async () => {
    const world = new LimitsWorld({ [video]: { perPersonPerDay: 0, perGuildPerDay: 0, perBotPerDay: 300 } });
    const mostOf = async (unit: SpendingUnit) =>
      (await world.desk.worstDay(guildId)).worst.find((each) => each.unit === unit)?.most;
    expect(await mostOf(video)).toBe(300);
    await world.desk.setLimit(world.editor, { is: 'server' }, video, { day: 200, month: 120 });
    expect(await mostOf(video)).toBe(120);
    await world.desk.setLimit(world.editor, { is: 'server' }, 'live-seconds', {
      day: 'unlimited',
      month: 60,
    });
    expect(await mostOf('live-seconds')).toBe(60);
    await world.desk.setLimit(world.editor, { is: 'server' }, 'searches', { day: 'unlimited' });
    expect(await mostOf('searches')).toBe('unlimited');
  });

  it('names what has no price, except what nobody may use', async ({ world }) => {
    await world.desk.setPrices(world.editor, { videoSecond: 0.1, currency: '€' });
    await world.desk.setLimit(world.editor, { is: 'server' }, 'live-seconds', { day: 0 });
    const { money, unpriced } = await world.desk.worstDay(guildId);
    expect([money, unpriced]).toEqual([120, ['spoken-characters']]);
    expect((await new LimitsWorld().desk.worstDay(guildId)).money).toBeUndefined();
  });

  it('names who would have been refused yesterday by what counts now, and nobody else', async ({ world }) => {
    await world.spend(ada, 40);
    await world.spend(ben, 10);
    await world.clock.advance(dayMs);
    await world.spend(ben, 60);
    expect((await world.desk.preview(guildId)).refused).toEqual([]);
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { day: 20 });
    const { refused, people } = await world.desk.preview(guildId);
    expect(refused).toEqual([{ userId: ada, unit: video, period: 'day', used: 40, most: 20 }]);
    expect(people).toBe(2);
  });

  it("names who was beyond a month's limit, also the whole server", async ({ world }) => {
    await world.spend(ada, 40);
    await world.spend(ben, 5);
    await world.clock.advance(dayMs);
    await world.spend(ada, 15);
    await world.clock.advance(dayMs);
    await world.desk.setLimit(world.editor, { is: 'everyone' }, video, { month: 50 });
    await world.desk.setLimit(world.editor, { is: 'server' }, video, { month: 59 });
    expect((await world.desk.preview(guildId)).refused).toEqual([
      { userId: ada, unit: video, period: 'month', used: 55, most: 50 },
      { userId: undefined, unit: video, period: 'month', used: 60, most: 59 },
    ]);
  });

  it('counts both kinds of videos together where the bot owner does', async ({ world }) => {
    await world.spend(ada, 40);
    await world.spend(ada, 30, 'small-video-seconds');
    await world.clock.advance(dayMs);
    const strict = new LimitsWorld(owners);
    strict.money.takeOver(world.money);
    await strict.clock.advance(dayMs);
    expect((await strict.desk.preview(guildId)).refused).toContainEqual({
      ...{ userId: ada, unit: video, period: 'day', used: 70, most: 60 },
    });
  });

  it('judges newcomers by how long they were here yesterday', async ({ world }) => {
    await world.spend(ada, 10);
    world.spenders.set(ada, { joinedAt: world.clock.now() - 6.5 * dayMs });
    await world.clock.advance(dayMs);
    const { refused } = await world.desk.preview(guildId);
    expect(refused).toEqual([{ userId: ada, unit: video, period: 'day', used: 10, most: 0 }]);
  });

  it('of more than 500 people looks at those who used the most, and says so', async ({ world }) => {
    for (let person = 0; person <= 500; person += 1)
      await world.spend(`person-${person}`, person === 7 ? 1 : 2, 'searches');
    await world.clock.advance(dayMs);
    await world.desk.setLimit(world.editor, { is: 'everyone' }, 'searches', { day: 0 });
    const { refused, people, isCut } = await world.desk.preview(guildId);
    expect([people, isCut, refused.some(({ userId }) => userId === 'person-7')]).toEqual([501, true, false]);
  });
});

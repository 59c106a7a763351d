import { expect, it } from 'vitest';
import { LiveBudget } from '../../../src/call/live-budget.ts';
import type { SettingsChange, SettingsRecord } from '../../../src/community/server-settings.ts';
import { Spending } from '../../../src/community/spending.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import { asWritten } from '../../../src/storage/record-index.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { ben, ada as caller, guildId as callGuild } from '../../support/call-world.ts';
import { collected } from '../../support/collected.ts';
import { actorOf, ConversationWorld } from '../../support/conversation-world.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { FakeMoney } from '../../support/fake-money.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { handbook, KnowledgeWorld, guildId as watchGuild } from '../../support/knowledge-world.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { ada, guildId, LimitsWorld, mod } from '../../support/limits-world.ts';
import { MemoryShelf, WriteFaults } from '../../support/memory-shelf.ts';

const minuteMs = 60_000;

interface Life {
  /** Lives it with the n-th write failing, so many in a row; resolves to how many failed. Throws if anything's lost, hangs or is doubled. */
  readonly live: (first: number, times: number) => Promise<number>;
  /** How many writes it has at least. */
  readonly writes: number;
}

/**
 * As a person does: what's refused because of the store is tried again a minute later. Anything else that goes wrong isn't theirs to
 * see. @returns what it came to
 */
async function insist<Result>(clock: FakeClock, act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    let over = false;
    const done = act().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    void done.then(() => {
      over = true;
    });
    await clock.until(() => over);
    const outcome = await done;
    if ('value' in outcome) return outcome.value;
    expect(outcome.error).toBeInstanceOf(StoreError);
    expect(tries).toBeLessThan(10);
    await clock.advance(minuteMs);
  }
}

/** Two people in a conversation that ends, a yes that's remembered, and a start afterwards. */
async function call(first: number, times: number): Promise<number> {
  const world = new ConversationWorld();
  const { clock, desk, writeFaults } = world;
  const actor = actorOf(caller);
  world.arrive(caller, ben);
  writeFaults.fail(first, times);
  await insist(clock, async () => await desk.start(world.order(caller), actor, {}));
  await insist(clock, async () => await desk.remember(actor));
  await insist(clock, async () => await desk.join(actor, 'en-US'));
  await clock.advance(2_000);
  await insist(clock, async () => await desk.stop(actor));
  await clock.advance(3 * minuteMs);
  expect([...world.running.records.keys()]).toEqual([]);
  expect(world.consents.records.size).toBe(1);
  // Nothing is in the way of the next one.
  await insist(clock, async () => await desk.start(world.order(caller), actor, {}));
  await insist(clock, async () => await desk.stop(actor));
  await clock.advance(3 * minuteMs);
  desk.open();
  await clock.advance(minuteMs);
  expect(world.posts().filter((post) => post.includes('restarted'))).toEqual([]);
  const closing = desk.close();
  await clock.advance(minuteMs);
  await closing;
  return writeFaults.failed;
}

/** A call of three minutes and a half, the last one and a half paid by another. */
async function callMinutes(first: number, times: number): Promise<number> {
  const clock = new FakeClock();
  const faults = new WriteFaults(() => clock.now());
  const money = new FakeMoney(undefined, faults);
  const writes = new RepeatedWrites({ clock, log });
  const limits = { perPersonPerDay: 3_600, perGuildPerDay: 3_600, perBotPerDay: 3_600 };
  const spent = money.held();
  const spending = new Spending({ unit: 'live-seconds', spent, clock, log, writes, limits });
  let ended = false;
  const end = () => {
    ended = true;
    void budget.close();
  };
  const owner = { guildId: callGuild, userId: caller, id: 'call' };
  const budget: LiveBudget = new LiveBudget(spending, clock, owner, end);
  faults.fail(first, times);
  let reserved = false;
  const opened = budget.reserve().then(
    () => {
      reserved = true;
    },
    (error: unknown) => expect(error).toBeInstanceOf(StoreError),
  );
  await clock.until(() => true);
  await opened;
  // A call that couldn't reserve its first minute doesn't begin.
  if (reserved) {
    budget.run(1);
    await clock.advance(2 * minuteMs);
    if (!ended) await insist(clock, async () => await budget.payBy(ben));
    await clock.advance(1.5 * minuteMs);
  }
  const lived = budget.livedMs;
  const closed = budget.close();
  await clock.advance(5 * minuteMs);
  await closed;
  expect(money.reservations.filter(({ settled }) => settled === 0)).toEqual([]);
  const sums = [caller, ben].map((userId) =>
    money.spent({ unit: 'live-seconds', guildId: callGuild, userId }),
  );
  const seconds = sums.reduce((sum, each) => sum + each, 0);
  expect(seconds).toBeGreaterThanOrEqual(Math.floor(lived / 1_000));
  expect(seconds).toBeLessThanOrEqual(Math.ceil(lived / 1_000) + 1);
  expect(money.spent({ unit: 'live-seconds' })).toBe(
    money.spent({ unit: 'live-seconds', guildId: callGuild }),
  );
  return faults.failed;
}

const order = {
  guildId: watchGuild,
  channelId: '300000000000000009',
  userId: '200000000000000002',
  locale: 'en-US',
};

/** An import that's watched from beginning to end, and a watch that's stopped. */
async function watch(first: number, times: number): Promise<number> {
  const world = new KnowledgeWorld({ documents: 3 });
  const { clock, library, messenger, writeFaults } = world;
  await world.desk.open();
  writeFaults.fail(first, times);
  await insist(clock, async () => await world.desk.watcher.start(handbook, order));
  library.arrive('good');
  await clock.advance(20 * minuteMs);
  library.change('good', { status: 'FINISH' });
  await clock.advance(60 * minuteMs);
  const told = () =>
    messenger.posted.filter(({ body }) => FakeMessenger.textOf(body).includes('"label":"good.md"'));
  expect(told()).toHaveLength(1);
  // Whoever couldn't see whether it stopped does it again.
  await insist(clock, async () => await world.desk.watcher.stop(watchGuild, handbook.id));
  expect(await collected(world.watches.entries())).toEqual([]);
  library.arrive('late', { status: 'FINISH' });
  await world.restart();
  await clock.advance(60 * minuteMs);
  expect(messenger.posted.filter(({ body }) => FakeMessenger.textOf(body).includes('late.md'))).toEqual([]);
  return writeFaults.failed;
}

/** A watch whose stop fails is still one: people see it, and it still tells. */
async function watchThatStays(first: number, times: number): Promise<number> {
  const world = new KnowledgeWorld({ documents: 3 });
  const { clock, library, messenger, writeFaults } = world;
  await world.desk.open();
  await insist(clock, async () => await world.desk.watcher.start(handbook, order));
  writeFaults.fail(first, times);
  const stopped = await world.desk.watcher.stop(watchGuild, handbook.id).catch(() => false);
  const { failed } = writeFaults;
  library.arrive('late', { status: 'FINISH' });
  await clock.advance(60 * minuteMs);
  const told = messenger.posted.filter(({ body }) =>
    FakeMessenger.textOf(body).includes('"label":"late.md"'),
  );
  expect(told).toHaveLength(stopped ? 0 : 1);
  return failed;
}

/** Three changes of settings and one that's taken back. */
async function settings(first: number, times: number): Promise<number> {
  const clock = new FakeClock();
  const faults = new WriteFaults(() => clock.now());
  const line = new Lifeline();
  const shelf = new MemoryShelf<SettingsRecord>(() => line, faults);
  const changes = new MemoryShelf<SettingsChange>(() => line, faults, asWritten);
  const all = memorySettings(shelf, { changes, now: () => clock.now() });
  const editor = { guildId, userId: mod };
  const page = all.page('video');
  faults.fail(first, times);
  for (const seconds of [3, 4, 5])
    await insist(clock, async () => await page.change(editor, (before) => ({ ...before, seconds })));
  await insist(clock, async () => await all.undo(editor, 3));
  await clock.advance(10 * minuteMs);
  expect((await page.of(guildId)).seconds).toBe(4);
  // Also for the next process, with every change in its place.
  const later = memorySettings(shelf, { changes, now: () => clock.now() });
  expect((await later.page('video').of(guildId)).seconds).toBe(4);
  expect((await later.history(guildId)).map(({ revision, undoes }) => [revision, undoes])).toEqual([
    [4, 3],
    [3, undefined],
    [2, undefined],
    [1, undefined],
  ]);
  return faults.failed;
}

/** A limit, three spendings and their alarms, what's given back, and a pause of everything. */
async function limits(first: number, times: number): Promise<number> {
  const world = new LimitsWorld();
  const { clock, desk, money, rules, writeFaults } = world;
  writeFaults.fail(first, times);
  await insist(
    clock,
    async () => await desk.setLimit(world.editor, { is: 'server' }, 'video-seconds', { day: 100 }),
  );
  const spendings = [
    [ada, 30],
    [ben, 30],
    [ben, 24],
    // What couldn't be told is told with the next one.
    [ben, 1],
  ] as const;
  for (const [userId, amount] of spendings) {
    const spending = world.of('video-seconds');
    const entry = world.entry(userId);
    expect(await insist(clock, async () => await spending.reserve(entry, amount))).toBeUndefined();
    await insist(clock, async () => await spending.finish(entry, amount));
    await insist(clock, async () => await rules.close());
  }
  const order = {
    id: 'press',
    guildId,
    userId: ada,
    by: mod,
    unit: 'video-seconds',
    amount: 30,
    reason: 'broken',
  } as const;
  let presses = 0;
  // Each time somebody gives something back, that's another press.
  const given = await insist(clock, async () => {
    presses += 1;
    return await desk.giveBack({ ...order, id: `press-${presses}` });
  });
  expect(given).toBe(30);
  await insist(clock, async () => await desk.pauseEverything('2000000000000000004', true));
  expect(desk.isEverythingPaused).toBe(true);
  await insist(clock, async () => await desk.pauseEverything('2000000000000000004', false));
  await clock.advance(5 * minuteMs);
  expect(desk.isEverythingPaused).toBe(false);
  expect(world.paused.records.size).toBe(0);
  expect(money.reservations.filter(({ settled }) => settled === 0)).toEqual([]);
  expect(money.spent({ unit: 'video-seconds', guildId })).toBe(85);
  expect((await collected(world.giveBacks.entries())).map(([, { amount }]) => amount)).toEqual([30]);
  expect((await desk.leftFor(guildId, ada)).find(({ unit }) => unit === 'video-seconds')?.left).toBe(45);
  const alarms = world.news.flatMap((event) => (event.is === 'limit-reached' ? [event.percent] : []));
  expect(new Set(alarms).size).toBe(alarms.length);
  expect(alarms).toContain(80);
  return writeFaults.failed;
}

const lives: Readonly<Record<string, Life>> = {
  'a call': { live: call, writes: 4 },
  "a call's minutes": { live: callMinutes, writes: 10 },
  'a watch': { live: watch, writes: 5 },
  'a watch that is to stop': { live: watchThatStays, writes: 1 },
  'changes of settings': { live: settings, writes: 7 },
  'limits and what counts against them': { live: limits, writes: 12 },
};

const cases = Object.entries(lives).flatMap(([name, life]) => [1, 4].map((times) => ({ name, life, times })));

it.each(cases)(
  '$name: whichever write of the store fails ($times in a row), nothing is lost, hangs or happens twice',
  async ({ life, times }) => {
    let first = 1;
    for (; first < 200; first += 1) {
      const failed = await life.live(first, times).catch((error: unknown) => {
        throw new Error(`write ${first}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
      if (failed === 0) break;
    }
    expect(first).toBeGreaterThan(life.writes);
    expect(first).toBeLessThan(200);
  },
);

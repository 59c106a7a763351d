import { describe, expect, test } from 'vitest';
import type { WatchOrder } from '../../../src/knowledge/watcher.ts';
import { collected } from '../../support/collected.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import {
  guildId,
  handbook,
  KnowledgeWorld,
  type KnowledgeWorldOptions,
  otherGuildId,
} from '../../support/knowledge-world.ts';
import { Lifeline } from '../../support/lifeline.ts';

const it = test.extend('world', () => watched());

const channelId = '300000000000000009';
const order = { guildId, channelId, userId: '200000000000000002', locale: 'en-US' };
const minuteMs = 60_000;

async function watched(
  options: KnowledgeWorldOptions = {},
  by: WatchOrder = order,
  prepare: (world: KnowledgeWorld) => void = () => undefined,
): Promise<KnowledgeWorld> {
  const world = new KnowledgeWorld({ documents: 30, ...options });
  prepare(world);
  await world.desk.open();
  const starting = world.desk.watcher.start(handbook, by);
  await world.clock.advance(1_000);
  await starting;
  return world;
}

const toldOf = (world: KnowledgeWorld, name: string) =>
  world.messenger.posted.filter(({ body }) => FakeMessenger.textOf(body).includes(`"label":"${name}"`));

describe('a watched base', () => {
  it('goes on when the person who started it is forgotten, and names nobody', async ({ world }) => {
    await world.desk.forget(order.userId);
    expect([...world.watches.records.values()].join()).not.toContain(order.userId);
    world.library.arrive('later');
    await world.clock.advance(2 * minuteMs);
    world.library.change('later', { status: 'FINISH' });
    await world.clock.advance(5 * minuteMs);
    expect(toldOf(world, 'later.md')).toHaveLength(1);
  });

  it('tells its channel when an import ends and when one fails, with the reason, once', async ({ world }) => {
    world.library.arrive('good');
    world.library.arrive('bad');
    await world.clock.advance(2 * minuteMs);
    expect(world.messenger.posted).toHaveLength(0);
    world.library.change('good', { status: 'FINISH' });
    world.library.change('bad', { status: 'INSERT_ERROR', code: 'FileTooLarge', message: 'too large' });
    await world.clock.advance(20 * minuteMs);
    expect(toldOf(world, 'good.md')).toHaveLength(1);
    expect(toldOf(world, 'bad.md')).toHaveLength(1);
    expect(FakeMessenger.textOf(toldOf(world, 'bad.md')[0]?.body)).toContain(
      'the file is too large. Split it into parts.',
    );
    expect(world.messenger.posted.every((message) => message.channelId === channelId)).toBe(true);
  });

  it('that another process stopped or moved stays as that one left it', async ({ world }) => {
    world.library.arrive('good');
    await world.clock.advance(2 * minuteMs);
    const [[key, watch] = never()] = await collected(world.watches.entries());
    await world.watches.set(key, { ...watch, channelId: '300000000000000077' });
    world.library.change('good', { status: 'FINISH' });
    await world.clock.advance(20 * minuteMs);
    expect(await world.watches.get(key)).toMatchObject({ channelId: '300000000000000077' });
    const deliver = world.messenger.post.bind(world.messenger);
    world.library.arrive('late', { status: 'FINISH' });
    world.messenger.post = async (...message) => {
      await world.watches.delete(key);
      return await deliver(...message);
    };
    await world.clock.advance(20 * minuteMs);
    expect(toldOf(world, 'late.md')).toHaveLength(1);
    expect(await world.watches.get(key)).toBeUndefined();
  });

  it('rests in a server that the bot does not work for', async ({ world }) => {
    world.serves = false;
    await world.clock.advance(2 * minuteMs);
    world.library.arrive('quiet', { status: 'FINISH' });
    await world.clock.advance(60 * minuteMs);
    expect(world.messenger.posted).toHaveLength(0);
    world.serves = true;
    await world.clock.advance(20 * minuteMs);
    expect(toldOf(world, 'quiet.md')).toHaveLength(1);
  });

  it('tells of what began and ended between two looks, and of nothing that was there before', async () => {
    const world = await watched();
    world.library.arrive('quick', { status: 'FINISH' });
    await world.clock.advance(10 * minuteMs);
    expect(world.messenger.posted).toHaveLength(1);
    expect(toldOf(world, 'quick.md')).toHaveLength(1);
  });

  it('follows what was importing when the watch began', async () => {
    const world = await watched({}, order, ({ library }) => library.change('d25', { status: 'RUNNING' }));
    world.library.change('d25', { status: 'FINISH' });
    await world.clock.advance(5 * minuteMs);
    expect(toldOf(world, 'Document 25.md')).toHaveLength(1);
  });

  it('tells of an import that is done again a second time, because it ended a second time', async () => {
    const world = await watched();
    world.library.arrive('again', { status: 'FINISH' });
    await world.clock.advance(5 * minuteMs);
    world.library.remove('again');
    world.library.arrive('again', { status: 'FINISH' });
    await world.clock.advance(20 * minuteMs);
    expect(toldOf(world, 'again.md')).toHaveLength(2);
  });

  it('puts many into messages of ten, and forgets what was deleted while it was importing', async () => {
    const world = await watched();
    for (let at = 0; at < 23; at += 1) world.library.arrive(`n${at}`, { status: 'FINISH' });
    world.library.arrive('gone');
    await world.clock.advance(3 * minuteMs);
    world.library.remove('gone');
    await world.clock.advance(20 * minuteMs);
    expect(world.messenger.posted).toHaveLength(3);
    expect(JSON.parse(world.watches.records.get(`${guildId}.handbook`) ?? '{}')).toMatchObject({
      pending: [],
    });
  });

  it('is looked at ever more rarely while nothing happens, with one call each time, and often while imports run', async () => {
    const world = await watched();
    const callsIn = async (minutes: number) => {
      const before = world.library.lists.length;
      await world.clock.advance(minutes * minuteMs);
      return world.library.lists.length - before;
    };
    await callsIn(60);
    expect(await callsIn(60)).toBe(4);
    world.library.arrive('slow');
    await callsIn(16);
    expect(await callsIn(10)).toBe(10);
  });

  it('waits longer after each failure of the service, and goes on where it was', async ({ world }) => {
    world.library.fail({ fault: 'unreachable', code: 'ConnectionFailed', nothingHappened: true }, 4);
    world.library.arrive('patient', { status: 'FINISH' });
    await world.clock.advance(10 * minuteMs);
    expect(world.library.failures.length).toBeGreaterThan(0);
    await world.clock.advance(120 * minuteMs);
    expect(toldOf(world, 'patient.md')).toHaveLength(1);
  });

  it('ends when its channel is closed to the bot, and the person who began it is told', async ({ world }) => {
    world.messenger.fail('post', 'closed');
    world.library.arrive('unheard', { status: 'FINISH' });
    await world.clock.advance(5 * minuteMs);
    expect(world.watches.records.size).toBe(0);
    expect(world.messenger.directs.map(({ userId }) => userId)).toEqual([order.userId]);
    const calls = world.library.lists.length;
    await world.clock.advance(60 * minuteMs);
    expect(world.library.lists.length).toBe(calls);
  });

  it('speaks the language of the server in its channel, and theirs to the person who began it', async () => {
    const world = await watched({}, { ...order, userLocale: 'zh-CN' });
    world.library.arrive('heard', { status: 'FINISH' });
    await world.clock.advance(5 * minuteMs);
    expect(JSON.stringify(toldOf(world, 'heard.md')[0]?.body)).toContain('imported');
    world.messenger.fail('post', 'closed');
    world.library.arrive('unheard', { status: 'FINISH' });
    await world.clock.advance(10 * minuteMs);
    expect(JSON.stringify(world.messenger.directs[0]?.body)).toContain('不再关注');
  });

  it('ends without a word when the operator took the base from this server', async ({ world }) => {
    world.bases = [{ ...handbook, guilds: [otherGuildId] }];
    await world.restart();
    await world.clock.advance(5 * minuteMs);
    expect(world.watches.records.size).toBe(0);
    expect(world.messenger.posted).toHaveLength(0);
  });

  it('is no longer looked at when it was stopped, which can be said of the one it was', async ({ world }) => {
    expect(await world.desk.watcher.stop(guildId, 'handbook')).toBe(true);
    expect(await world.desk.watcher.stop(guildId, 'handbook')).toBe(false);
    const calls = world.library.lists.length;
    await world.clock.advance(60 * minuteMs);
    expect(world.library.lists.length).toBe(calls);
  });

  it('moves to another channel without losing what it follows', async ({ world }) => {
    world.library.arrive('moving');
    await world.clock.advance(2 * minuteMs);
    await world.desk.watcher.start(handbook, { ...order, channelId: '300000000000000010' });
    world.library.change('moving', { status: 'FINISH' });
    await world.clock.advance(5 * minuteMs);
    expect(toldOf(world, 'moving.md').map((message) => message.channelId)).toEqual(['300000000000000010']);
  });
});

describe('a watch whose process is killed', () => {
  it.each([0, 20])(
    'tells of each import once, wherever between two effects it dies (%d min down)',
    async (darkMinutes) => {
      let deaths = 0;
      for (let effects = 1; ; effects += 1) {
        const world = await watched();
        await world.restart(new Lifeline(effects));
        world.library.arrive('one', { status: 'FINISH' });
        await world.clock.advance(3 * minuteMs);
        const died = world.line.dead;
        if (died) {
          deaths += 1;
          await world.clock.advance(darkMinutes * minuteMs);
          await world.restart();
        }
        await world.clock.advance(20 * minuteMs);
        expect(toldOf(world, 'one.md'), `dies before effect ${effects}`).toHaveLength(1);
        if (!died) break;
      }
      expect(deaths).toBeGreaterThan(5);
    },
  );

  it("pauses where the bot can't read, says so once, and goes on when it can", async ({ world }) => {
    world.messenger.deadly.add('post');
    world.library.arrive('one', { status: 'FINISH' });
    await world.clock.until(() => world.line.dead);
    world.messenger.deadly.clear();
    world.readsHistory = false;
    world.messenger.fail('findOwn', 'blind');
    await world.clock.advance(6 * minuteMs);
    await world.restart();
    await world.clock.advance(20 * minuteMs);
    const notices = () =>
      world.messenger.posted.filter(({ body }) =>
        FakeMessenger.textOf(body).includes('Read Message History'),
      );
    expect(notices()).toHaveLength(1);
    const [tries, lists] = [world.messenger.tried.length, world.library.lists.length];
    await world.restart();
    await world.clock.advance(24 * 60 * minuteMs);
    expect(world.messenger.tried).toHaveLength(tries);
    expect(world.library.lists).toHaveLength(lists);
    expect((await world.desk.watcher.find(guildId, 'handbook'))?.blindSince).toBeDefined();
    world.readsHistory = true;
    world.library.arrive('two', { status: 'FINISH' });
    await world.clock.advance(60 * minuteMs);
    expect(toldOf(world, 'one.md')).toHaveLength(1);
    expect(toldOf(world, 'two.md')).toHaveLength(1);
    expect(notices()).toHaveLength(1);
    expect((await world.desk.watcher.find(guildId, 'handbook'))?.blindSince).toBeUndefined();
  });

  it('again and again ends after the second time, and the person who began it is told', async () => {
    const world = await watched({ countsDeaths: true });
    world.messenger.deadly.add('post').add('findOwn');
    world.library.arrive('one', { status: 'FINISH' });
    for (let deaths = 0; deaths < 2; deaths += 1) {
      await world.clock.until(() => world.line.dead);
      await world.restart();
    }
    await world.clock.until(() => world.watches.records.size === 0);
    await world.clock.advance(minuteMs);
    expect(world.line.dead).toBe(false);
    const [told] = world.messenger.directs;
    expect(told?.userId).toBe(order.userId);
    expect(JSON.stringify(told?.body)).toContain('I crashed twice while checking');
  });
});

function never(): never {
  throw new Error('nothing is watched');
}

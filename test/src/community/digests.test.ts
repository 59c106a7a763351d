import { expect, it } from 'vitest';
import { Digests, type digestSchema } from '../../../src/community/digests.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { ofGuild } from '../../../src/storage/record-index.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const guildId = '3000000000000000001';
const ann = { guildId, userId: '100' };
const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 23, 12);
const heard = { is: 'heard', guildId, userId: '200', voiceChannelId: '8', kind: 'interpreter' } as const;
const started = { ...heard, is: 'listening-started' } as const;

type Digest = ReturnType<typeof digestSchema.parse>;

function world({ locale = 'en-US' } = {}) {
  const clock = new FakeClock(noon);
  let line = new Lifeline();
  const shelf = new MemoryShelf<Digest>(() => line, undefined, ofGuild);
  const messenger = new FakeMessenger(clock, () => line);
  const settings = memorySettings();
  const sums: { unit: string; period: string; guildId: string; userId?: string; amount: number }[] = [];
  const page = settings.page('news');
  const make = () =>
    new Digests({
      ...{ page, shelf, messenger, clock, log: silentLog },
      money: { sumsOf: async () => sums },
      wordsFor: () => wordsFor(locale),
    });
  const state = { digests: make() };
  return {
    ...{ clock, shelf, messenger, settings, sums, state },
    told: () => messenger.posted.map(({ body }) => FakeMessenger.textOf(body)),
    want: async (digestHour: number | undefined, channelId: string | undefined = '9') => {
      await page.change(ann, (before) => ({ ...before, channelId, digestHour }));
      state.digests.lookAt(guildId);
    },
    /** A new process on what the old one wrote. */
    restart: async (next = new Lifeline()) => {
      line = new Lifeline(0);
      await Promise.race([state.digests.close(), clock.advance(0)]);
      line = next;
      state.digests = make();
      await state.digests.open();
    },
  };
}

async function opened(options: Parameters<typeof world>[0] & { hour?: number } = {}) {
  const made = world(options);
  await made.state.digests.open();
  await made.want(options.hour ?? 18);
  await made.clock.advance(1_000);
  return made;
}

it.each([
  [
    'en-US',
    '3 × agreed to be heard',
    '1 × interpreting started',
    'Refused: 2 × limit used up, 1 × spending paused',
    '40 s of video',
  ],
  ['zh-CN', '同意被收听 3 次', '开始同声传译 1 次', '拒绝的请求：额度用完 2 次，付费已暂停 1 次', '40 秒'],
])('tells once a day how often what happened, in %s, and nobody by name', async (locale, ...said) => {
  const { clock, state, sums, messenger, told } = await opened({ locale });
  for (let count = 0; count < 3; count += 1) state.digests.tellNews(heard);
  state.digests.tellNews(started);
  for (let count = 0; count < 2; count += 1) state.digests.countRefusal(guildId, 'quota-spent');
  state.digests.countRefusal(guildId, 'spending-paused');
  sums.push({ unit: 'video-seconds', period: '2026-11-23', guildId, amount: 40 });
  sums.push({ unit: 'video-seconds', period: '2026-11-23', guildId, userId: '200', amount: 40 });
  await clock.advance(5 * hourMs);
  expect(told()).toEqual([]);
  await clock.advance(hourMs);
  expect(told()).toHaveLength(1);
  for (const each of said) expect(told()[0]).toContain(each);
  expect(told()[0]).not.toContain('<@');
  expect(messenger.posted[0]).toMatchObject({ channelId: '9', body: { silent: true } });
  await clock.advance(24 * hourMs);
  expect(told()).toHaveLength(1);
});

it('says nothing on days on which nothing happened, and counts what is used from one to the next', async () => {
  const { clock, sums, told } = await opened();
  sums.push({ unit: 'spoken-characters', period: '2026-11-23', guildId, amount: 100 });
  await clock.advance(24 * hourMs);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('100 characters');
  await clock.advance(48 * hourMs);
  expect(told()).toHaveLength(1);
  sums.push({ unit: 'spoken-characters', period: '2026-11-26', guildId, amount: 7 });
  await clock.advance(24 * hourMs);
  expect(told()).toHaveLength(2);
  expect(told()[1]).toContain('Used: 7 characters');
});

it('comes at the hour of the time zone that moderators chose', async () => {
  const { clock, state, settings, told } = await opened();
  await settings
    .page('news')
    .change(ann, (before) => ({ ...before, timeZone: 'Asia/Shanghai', digestHour: 9 }));
  state.digests.lookAt(guildId);
  state.digests.tellNews(heard);
  await clock.advance(13 * hourMs - 60_000);
  expect(told()).toEqual([]);
  await clock.advance(60_000);
  expect(told()).toHaveLength(1);
});

it('stops when it is turned off or has no channel, and keeps nothing then', async () => {
  const { clock, state, want, shelf, told } = await opened();
  state.digests.tellNews(heard);
  await clock.advance(2 * 60_000);
  expect(shelf.records.size).toBe(1);
  await want(undefined);
  await clock.advance(48 * hourMs);
  state.digests.tellNews(heard);
  await clock.advance(hourMs);
  expect([told(), shelf.records.size]).toEqual([[], 0]);
});

it('does not come at once when it is turned on after its hour', async () => {
  const { clock, state, told } = await opened({ hour: 9 });
  state.digests.tellNews(heard);
  await clock.advance(hourMs);
  expect(told()).toEqual([]);
  await clock.advance(20 * hourMs);
  expect(told()).toHaveLength(1);
});

it('does not come at once when its hour is changed to the one that has begun', async () => {
  const { clock, state, want, told } = await opened();
  state.digests.tellNews(heard);
  await clock.advance(2 * 60_000);
  await want(12);
  await clock.advance(23 * hourMs);
  expect(told()).toEqual([]);
  await clock.advance(hourMs);
  expect(told()).toHaveLength(1);
});

it('keeps its counts over a restart, and comes late rather than not if the bot was down at its hour', async () => {
  const { clock, state, told, restart } = await opened();
  state.digests.tellNews(heard);
  await clock.advance(2 * 60_000);
  state.digests.tellNews(heard);
  await state.digests.close();
  await clock.advance(8 * hourMs);
  expect(told()).toEqual([]);
  await restart();
  await clock.advance(60_000);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('2 × agreed to be heard');
});

it.each([0, 1, 2, 3, 4, 5, 6])('is posted once if the process dies %i steps into it', async (step) => {
  const { clock, state, told, restart } = await opened();
  state.digests.tellNews(heard);
  await clock.advance(6 * hourMs - 60_000);
  await restart(new Lifeline(step + 1));
  await clock.advance(90_000);
  await restart();
  await clock.advance(2 * hourMs);
  expect(told()).toHaveLength(1);
});

it('is posted after a trouble that passes', async () => {
  const { clock, state, messenger, told } = await opened();
  state.digests.tellNews(heard);
  const error = new MessageError('temporary', undefined);
  messenger.failures.push({ call: 'post', when: 'after', error }, { call: 'post', when: 'before', error });
  await clock.advance(9 * hourMs);
  expect(told()).toHaveLength(1);
});

it('waits for the next day, with everything in it, if nobody can tell whether it was posted', async () => {
  const { clock, state, messenger, told } = await opened();
  state.digests.tellNews(heard);
  await clock.advance(5.5 * hourMs);
  messenger.fail('post', 'temporary', 60);
  await clock.advance(3 * hourMs);
  messenger.failures.splice(0);
  state.digests.tellNews(heard);
  expect(told()).toEqual([]);
  await clock.advance(22 * hourMs);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('2 × agreed to be heard');
});

it.each([
  [5, 1],
  [6, 0],
])('after %i failures in a row, half a minute apart, is posted that day %i times', async (times, posts) => {
  const { clock, state, messenger, told } = await opened();
  state.digests.tellNews(heard);
  await clock.advance(5.5 * hourMs);
  messenger.fail('post', 'temporary', times);
  await clock.advance(hourMs);
  expect(told()).toHaveLength(posts);
  await clock.advance(24 * hourMs);
  expect(told()).toHaveLength(1);
});

it('counts again what could not be written', async () => {
  const { clock, state, shelf, told } = await opened();
  const set = shelf.set.bind(shelf);
  shelf.set = async () => {
    throw new Error('the disk is full');
  };
  state.digests.tellNews(heard);
  await clock.advance(2 * 60_000);
  state.digests.tellNews(heard);
  shelf.set = set;
  await clock.advance(7 * hourMs);
  expect(told()[0]).toContain('2 × agreed to be heard');
});

it('counts what happens while it cannot be written, too', async () => {
  const { clock, state, shelf, told } = await opened();
  const set = shelf.set.bind(shelf);
  shelf.set = async () => {
    shelf.set = set;
    state.digests.tellNews(heard);
    state.digests.countRefusal(guildId, 'quota-spent');
    throw new Error('the disk is full');
  };
  state.digests.tellNews(heard);
  state.digests.countRefusal(guildId, 'quota-spent');
  await clock.advance(7 * hourMs);
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('2 × agreed to be heard');
  expect(told()[0]).toContain('2 × limit used up');
});

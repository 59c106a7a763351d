import type { Client, REST } from 'discord.js';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MessageBody } from '../../../src/discord/messenger.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

const body = { components: [{ type: 10, content: 'your video is ready' }] } as const;
let bot: LiveBot;
let messenger: RestMessenger;

beforeAll(async () => {
  bot = await startLiveBot();
  messenger = new RestMessenger(bot.client as Client, Date.now);
  return async () => await bot[Symbol.asyncDispose]();
});

test('what a message has in it is read back: its text, its controls and its files', async () => {
  const { general } = bot.discord.channels;
  const button = { type: 2, style: 4, label: 'Delete', custom_id: 'video:delete:1' } as const;
  const file = { name: 'a.txt', bytes: Buffer.from('a'), description: 'a' };
  const components = [
    { type: 10, content: 'ready "now"' },
    { type: 13, file: { url: 'attachment://a.txt' } },
    { type: 1, components: [button] },
  ] as const;
  const { messageId } = await messenger.post(
    general,
    { components: components as never, files: [file] },
    'r-1',
  );
  expect(await messenger.textIn(general, messageId)).toBe('ready "now"');
  expect(await messenger.customIdsIn(general, messageId)).toEqual(['video:delete:1']);
  expect(await messenger.attachmentUrl(general, messageId)).toContain('a.txt');
  expect(await messenger.attachmentUrl(general, messageId, '1')).toBeUndefined();
});

describe('a message with a nonce', () => {
  test('is there once, however often it is posted', async () => {
    const { general } = bot.discord.channels;
    const before = bot.discord.state.messages(general).length;
    const first = await messenger.post(general, body, 'v-1');
    expect(await messenger.post(general, body, 'v-1')).toEqual(first);
    const other = await messenger.post(general, body, 'v-2');
    expect(other).not.toEqual(first);
    expect(bot.discord.state.messages(general)).toHaveLength(before + 2);
  });

  test('asks Discord to hold it to that, also in a direct message', async () => {
    const asked: { readonly route: string; readonly body: unknown }[] = [];
    const post = async (route: string, options: { readonly body: unknown }) => {
      asked.push({ route, body: options.body });
      return { id: '1' };
    };
    const recording = { rest: { post } as unknown as REST } as Client;
    await new RestMessenger(recording, Date.now).direct('7', body, 'n-1');
    expect(asked.at(-1)).toMatchObject({
      route: '/channels/1/messages',
      body: { nonce: 'n-1', enforce_nonce: true },
    });
  });
});

describe('a thread', () => {
  test('is opened in a text channel, and can be written to', async () => {
    const { general } = bot.discord.channels;
    const { channelId } = await messenger.createThread(general, 'Conversation K7');
    expect(channelId).not.toBe(general);
    await messenger.post(channelId, body, 't-1');
    expect(bot.discord.state.messages(channelId)).toHaveLength(1);
  });

  test('in the chat of a voice channel is that chat itself, for it can have none', async () => {
    const { voice } = bot.discord.channels;
    const { channelId } = await messenger.createThread(voice, 'Conversation K7');
    expect(channelId).toBe(voice);
    expect(bot.client.isReady()).toBe(true);
  });

  test('that Discord refuses is a refusal of the messenger', async () => {
    const opened = messenger.createThread('1000000000000000009', 'Conversation K7');
    await expect(opened).rejects.toMatchObject({ name: 'MessageError', reason: 'closed' });
  });
});

describe('a look for our own message', () => {
  const marked = (mark: string): MessageBody => ({
    components: [{ type: 1, components: [{ type: 2, style: 4, label: 'Delete', custom_id: mark }] }],
  });
  const minuteMs = 60_000;

  beforeEach(() => bot.discord.setPermissions(bot.discord.channels.videos, bot.discord.botUserId, 0n, 0n));

  test.each([
    ['right', 0],
    ['20 minutes fast', 20 * minuteMs],
    ['20 minutes slow', -20 * minuteMs],
  ])('finds it by a clock that is %s', async (_, aheadMs) => {
    const { videos } = bot.discord.channels;
    const before = Date.now() + aheadMs;
    const mark = `video:delete:${aheadMs}`;
    const { messageId } = await messenger.post(videos, marked(mark), mark);
    for (const nonce of ['a', 'b']) await messenger.post(videos, body, `${nonce}${aheadMs}`);
    await expect(messenger.findOwn(videos, mark, before)).resolves.toEqual({ messageId, hasFile: false });
    await expect(messenger.findOwn(videos, `${mark}1`, before)).resolves.toBeUndefined();
  });

  test('that may not read what was written does not take that for an empty channel', async () => {
    const { videos } = bot.discord.channels;
    await messenger.post(videos, marked('video:delete:1'), 'hidden-1');
    bot.discord.setPermissions(videos, bot.discord.botUserId, 0n, Bits.ReadMessageHistory);
    const look = messenger.findOwn(videos, 'video:delete:1', Date.now() - minuteMs);
    await expect(look).rejects.toMatchObject({ name: 'MessageError', reason: 'blind' });
  });

  test('knows a channel in which nothing was written', async () => {
    const { announcements } = bot.discord.channels;
    await expect(messenger.findOwn(announcements, 'video:delete:1', Date.now())).resolves.toBeUndefined();
  });
});

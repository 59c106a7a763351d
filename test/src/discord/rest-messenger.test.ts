import type { Client, REST } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

const body = { components: [{ type: 10, content: 'your video is ready' }] } as const;
let bot: LiveBot;
let messenger: RestMessenger;

beforeAll(async () => {
  bot = await startLiveBot();
  messenger = new RestMessenger(bot.client as Client, Date.now);
});

afterAll(async () => await bot[Symbol.asyncDispose]());

describe('a message with a nonce', () => {
  test('is there once, however often it is posted', async () => {
    const { general } = bot.discord.channels;
    const first = await messenger.post(general, body, 'v-1');
    expect(await messenger.post(general, body, 'v-1')).toEqual(first);
    const other = await messenger.post(general, body, 'v-2');
    expect(other).not.toEqual(first);
    expect(bot.discord.state.messages(general)).toHaveLength(2);
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

  test('that Discord refuses is a refusal of the messenger', async () => {
    const opened = messenger.createThread('1000000000000000009', 'Conversation K7');
    await expect(opened).rejects.toMatchObject({ name: 'MessageError', reason: 'closed' });
  });
});

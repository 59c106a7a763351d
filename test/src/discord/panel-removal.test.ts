import { type Client, ComponentType } from 'discord.js';
import { test as base, beforeAll, describe, expect } from 'vitest';
import type { MessageBody, PanelAddress } from '../../../src/discord/messenger.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

const test = base.extend('panel', () => deferred());

const body: MessageBody = { components: [{ type: ComponentType.TextDisplay, content: 'being made' }] };
const soonMs = 60_000;

let bot: LiveBot;
let messenger: RestMessenger;
/** What the last press was answered with, and how it is reached. */
let pressed: Promise<PanelAddress>;
let onPress: (panel: PanelAddress) => void;

beforeAll(async () => {
  const route = (action: string, acknowledge: 'public' | 'private') => ({
    feature: 'demo',
    action,
    acknowledge,
    run: async ({
      interaction,
    }: {
      interaction: { applicationId: string; channelId: string; token: string };
    }) => {
      const { applicationId, channelId, token } = interaction;
      onPress({ applicationId, channelId, token, tokenExpiresAt: Date.now() + soonMs });
    },
  });
  bot = await startLiveBot({ buttons: [route('panel', 'public'), route('secret', 'private')] });
  messenger = new RestMessenger(bot.client as Client, Date.now);
  return async () => await bot[Symbol.asyncDispose]();
});

/** The answer to a press, deferred and not written yet. */
async function deferred(action: 'panel' | 'secret' = 'panel'): Promise<PanelAddress> {
  const { general } = bot.discord.channels;
  const { messageId } = await messenger.post(general, body, `${action}-${Math.random()}`.slice(0, 25));
  pressed = new Promise((resolve) => {
    onPress = resolve;
  });
  bot.discord.injectInteraction({
    type: 3,
    userId: bot.discord.people.member.id,
    channelId: general,
    messageId,
    data: { component_type: 2, custom_id: `demo:${action}:1` },
  });
  return await pressed;
}

const isThere = (messageId: string) =>
  bot.discord.state.message(bot.discord.channels.general, messageId) !== undefined;

describe('a panel', () => {
  test.each<[string, Partial<PanelAddress>]>([
    ['by its token', {}],
    ['as a message once its token is dead', { tokenExpiresAt: 0 }],
    ['as a message when Discord says that its token is dead', { token: 'dead' }],
  ])('is deleted %s', async (_, changes) => {
    const panel = await deferred();
    const { messageId } = await messenger.editPanel(panel, body);
    await messenger.removePanel({ ...panel, ...changes, messageId });
    expect(isThere(messageId)).toBe(false);
  });

  test('that was never written is deleted anyway', async ({ panel }) => {
    const before = bot.discord.state.messages(panel.channelId).length;
    await messenger.removePanel(panel);
    expect(bot.discord.state.messages(panel.channelId)).toHaveLength(before - 1);
  });

  test("that only its person sees is deleted, too, and is none of the bot's any more once its token is dead", async () => {
    const panel = await deferred('secret');
    const { messageId } = await messenger.editPanel(panel, body);
    await expect(messenger.removePanel({ ...panel, tokenExpiresAt: 0, messageId })).resolves.toBeUndefined();
    expect(isThere(messageId)).toBe(true);
    await messenger.removePanel({ ...panel, messageId });
    expect(isThere(messageId)).toBe(false);
  });

  test('that is gone already is no error, by its token and as a message', async ({ panel }) => {
    const { messageId } = await messenger.editPanel(panel, body);
    await messenger.remove(panel.channelId, messageId);
    await expect(messenger.removePanel({ ...panel, messageId })).resolves.toBeUndefined();
    await expect(messenger.removePanel({ ...panel, tokenExpiresAt: 0, messageId })).resolves.toBeUndefined();
  });

  test('whose token is dead and whose message nobody knows is out of reach', async ({ panel }) => {
    const removing = messenger.removePanel({ ...panel, tokenExpiresAt: 0 });
    await expect(removing).rejects.toMatchObject({ name: 'MessageError', reason: 'token-dead' });
  });

  test('is not taken for gone when its channel is shut', async () => {
    const shut = { ...(await deferred()), channelId: '1000000000000000009', tokenExpiresAt: 0 };
    const removing = messenger.removePanel({ ...shut, messageId: '1000000000000000008' });
    await expect(removing).rejects.toMatchObject({ name: 'MessageError', reason: 'closed' });
  });

  test('is followed by something private after it was deleted', async ({ panel }) => {
    await messenger.removePanel(panel);
    await messenger.whisper(panel, body);
    const last = bot.discord.state.messages(panel.channelId).at(-1);
    expect(last?.audience).toBe(bot.discord.people.member.id);
  });
});

import type { Client } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../sandbox/faults.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

const body = { components: [{ type: 10, content: 'your video is ready' }] } as const;
const messages = '/api/v10/channels/*/messages';
const page = '<html><body>Blocked by your network</body></html>';

type Answer = Omit<Extract<FaultEffect, { kind: 'answer' }>, 'kind' | 'when'>;

function answerNext(bot: LiveBot, answer: Answer, times = 1): void {
  bot.discord.faults.arm({
    method: 'POST',
    path: messages,
    times,
    effect: { kind: 'answer', when: 'before', ...answer },
  });
}

const post = async (bot: LiveBot, nonce: string) =>
  await new RestMessenger(bot.client as Client, Date.now).post(bot.discord.channels.general, body, nonce);

describe('an answer that is not Discord’s own', () => {
  it.each([
    ['a page with 403', { status: 403, body: page }],
    ['a page with 401', { status: 401, body: page }],
    ['a page with 404', { status: 404, body: page }],
    ['a page with 429 and no time to wait', { status: 429, body: page }],
    ['JSON of somebody else', { status: 403, body: { error_description: 'policy' } }],
    ['JSON that breaks off', { status: 400, headers: { 'content-type': 'application/json' }, body: '{"co' }],
    ['a page where a message should be', { status: 200, body: page }],
    ['a way to somewhere else', { status: 302, headers: { location: 'http://portal.test/' }, body: page }],
    ['an error without a code of its own', { status: 403, body: { message: '403: Forbidden', code: 0 } }],
  ])('passes: %s', async (_, answer) => {
    await using bot = await startLiveBot();
    answerNext(bot, answer);
    await expect(post(bot, 'f-1')).rejects.toMatchObject({ reason: 'temporary' });
    await expect(post(bot, 'f-1')).resolves.toHaveProperty('messageId', expect.any(String));
  });

  it('is told to the operator once, with what it was, until Discord answers again', async () => {
    await using bot = await startLiveBot();
    const told = () => bot.recorded.lines.filter(({ msg }) => String(msg).includes('isn’t Discord'));
    answerNext(bot, { status: 403, headers: { server: 'guard/1' }, body: page }, 2);
    for (const nonce of ['f-1', 'f-2']) await post(bot, nonce).catch(() => undefined);
    expect(told()).toMatchObject([{ level: 50, status: 403, server: 'guard/1' }]);
    await post(bot, 'f-3');
    answerNext(bot, { status: 302, headers: { location: 'http://portal.test/log-in?secret=1' }, body: page });
    await post(bot, 'f-4').catch(() => undefined);
    expect(told()).toMatchObject([{}, { status: 302, location: 'http://portal.test/log-in' }]);
    expect(bot.recorded.text()).not.toContain(bot.discord.botToken);
  });

  it('does not cost the bot its token', async () => {
    await using bot = await startLiveBot();
    answerNext(bot, { status: 401, body: page });
    await post(bot, 'f-1').catch(() => undefined);
    expect(bot.lost).toEqual([]);
  });

  it('leaves Discord’s own refusals as they are', async () => {
    await using bot = await startLiveBot();
    answerNext(bot, { status: 403, body: { message: 'Missing Access', code: 50_001 } });
    await expect(post(bot, 'f-1')).rejects.toMatchObject({ reason: 'closed', discordCode: 50_001 });
    answerNext(bot, { status: 400, body: { message: 'Invalid Form Body', code: 50_035 } });
    await expect(post(bot, 'f-2')).rejects.toMatchObject({ reason: 'invalid', discordCode: 50_035 });
  });
});

describe('a token that was reset', () => {
  it('is recognised at the first answer, and what was to be posted may be posted later', async () => {
    await using bot = await startLiveBot();
    answerNext(bot, { status: 401, body: { message: '401: Unauthorized', code: 0 } });
    await expect(post(bot, 'r-1')).rejects.toMatchObject({ reason: 'temporary' });
    await expect(post(bot, 'r-2')).rejects.toMatchObject({ reason: 'temporary' });
    expect(bot.lost).toHaveLength(1);
    expect(bot.lost[0]?.message).toContain('DISCORD_TOKEN');
  });

  it('is not what a dead interaction says', async () => {
    await using bot = await startLiveBot();
    answerNext(bot, { status: 401, body: { message: 'Invalid Webhook Token', code: 50_027 } });
    await expect(post(bot, 'r-1')).rejects.toMatchObject({ reason: 'token-dead' });
    expect(bot.lost).toEqual([]);
  });
});

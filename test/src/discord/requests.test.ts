import { type Client, DefaultRestOptions, REST, Routes } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { FaultEffect } from '../../../sandbox/faults.ts';
import { discordsOwnAnswers, repeatableFirstAnswers } from '../../../src/discord/requests.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';
import { used } from '../../support/used.ts';

const it = test.extend('bot', () => used(startLiveBot()));

type Outcome = Error | Response;

const reset = (): Outcome => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const broken = (): Outcome => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
const badGateway = (): Outcome => new Response('<h1>Bad gateway</h1>', { status: 502 });
const refused = (code: number, status = 400): Outcome =>
  Response.json({ code, message: 'refused' }, { status });
const taken = (): Outcome => new Response(null, { status: 204 });

/** The real REST client of discord.js over a network that behaves as told, request by request. */
function restOver(...outcomes: Outcome[]) {
  const requests: string[] = [];
  const rest = new REST({
    ...DefaultRestOptions,
    makeRequest: repeatableFirstAnswers(async (url) => {
      requests.push(url);
      const outcome = outcomes.shift() ?? taken();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }),
  });
  const answer = (id: string, query = 'with_response=false') =>
    rest.post(Routes.interactionCallback(id, 'token'), {
      body: { type: 5 },
      auth: false,
      query: new URLSearchParams(query),
    });
  return { rest, requests, answer };
}

describe('"already acknowledged" for a first answer', () => {
  it.each([
    ['discord.js sent again after a reset connection', reset],
    ['discord.js sent again after a failure of Discord', badGateway],
  ])('that %s is success', async (_, unclear) => {
    const { answer, requests } = restOver(unclear(), refused(40060));
    await expect(answer('1')).resolves.toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it('that we send again after a broken connection is success', async () => {
    const { answer } = restOver(broken(), refused(40060));
    await expect(answer('1')).rejects.toThrow('other side closed');
    await expect(answer('1')).resolves.toBeDefined();
  });

  it('that had not been sent before is an error: another process answers', async () => {
    const { answer, requests } = restOver(refused(40060));
    await expect(answer('1')).rejects.toMatchObject({ code: 40060 });
    expect(requests).toHaveLength(1);
  });

  it('of another interaction is an error', async () => {
    const { answer } = restOver(broken(), refused(40060));
    await expect(answer('1')).rejects.toThrow('other side closed');
    await expect(answer('2')).rejects.toMatchObject({ code: 40060 });
  });

  it('is an error again once Discord has given a clear answer', async () => {
    const { answer } = restOver(reset(), taken(), refused(40060));
    await answer('1');
    await expect(answer('1')).rejects.toMatchObject({ code: 40060 });
  });

  it('is an error for a caller who wants the message back, because there is none', async () => {
    const { answer } = restOver(reset(), refused(40060));
    await expect(answer('1', 'with_response=true')).rejects.toMatchObject({ code: 40060 });
  });
});

it.each([10062, 50035])('another refusal (%i) after a lost answer stays what it is', async (code) => {
  const { answer } = restOver(reset(), refused(code));
  await expect(answer('1')).rejects.toMatchObject({ code, status: 400, rawError: { message: 'refused' } });
});

it('other requests are left alone', async () => {
  const { rest } = restOver(reset(), refused(40060));
  await expect(rest.post('/channels/1/messages', { auth: false })).rejects.toMatchObject({ code: 40060 });
});

const body = { components: [{ type: 10, content: 'your video is ready' }] } as const;
const messages = '/api/v10/channels/*/messages';
const page = '<html><body>Blocked by your network</body></html>';

const slowDown = (wait: string) => ({ status: 429, headers: { 'retry-after': wait } });

const fine = { status: 200, headers: { 'content-type': 'application/json' } };

type Answer = Omit<Extract<FaultEffect, { kind: 'answer' }>, 'kind' | 'when'>;

function answerNext(bot: LiveBot, answer: Answer, method: 'GET' | 'POST' = 'POST'): void {
  bot.discord.faults.arm({ method, path: messages, effect: { kind: 'answer', when: 'before', ...answer } });
}

const post = async (bot: LiveBot, nonce: string) =>
  await new RestMessenger(bot.client as Client, Date.now).post(bot.discord.channels.general, body, nonce);

describe("an answer that is not Discord's own", () => {
  it.each([
    ['a page with 403', { status: 403, body: page }],
    ['a page with 401', { status: 401, body: page }],
    ['a page with 404', { status: 404, body: page }],
    ['a page with 429 and no time to wait', { status: 429, body: page }],
    ['a page with 429 and a date', { ...slowDown('Wed, 21 Oct 2026 07:28:00 GMT'), body: page }],
    ['a page with 429 and no time in seconds', { ...slowDown('0'), body: page }],
    ['a page with 429 that asks for a day', { ...slowDown('86400'), body: page }],
    ['JSON of somebody else', { status: 403, body: { error_description: 'policy' } }],
    ['JSON that breaks off', { status: 400, headers: { 'content-type': 'application/json' }, body: '{"co' }],
    ['a page where a message should be', { status: 200, body: page }],
    ['an empty page', { status: 200, body: '' }],
    ['no content', { status: 204 }],
    ['nothing that calls itself JSON', { ...fine, body: '' }],
    ['half a message', { ...fine, body: '{"id": "1573' }],
    ['JSON that is no message', { ...fine, body: { status: 'ok' } }],
    ['JSON that is nothing', { ...fine, body: 'null' }],
    ['a way to somewhere else', { status: 302, headers: { location: 'http://portal.test/' }, body: page }],
    ['an error without a code of its own', { status: 403, body: { message: '403: Forbidden', code: 0 } }],
  ])('passes: %s', async (_, answer) => {
    await using bot = await startLiveBot();
    answerNext(bot, answer);
    await expect(post(bot, 'f-1')).rejects.toMatchObject({ reason: 'temporary' });
    await expect(post(bot, 'f-1')).resolves.toHaveProperty('messageId', expect.any(String));
  });

  it.each([
    ['no content', { status: 204 }],
    ['JSON that is no list', { ...fine, body: { status: 'ok' } }],
    ['a list of something else', { ...fine, body: '[null]' }],
  ])('passes where messages are looked for: %s', async (_, answer) => {
    await using bot = await startLiveBot();
    const { general } = bot.discord.channels;
    answerNext(bot, answer, 'GET');
    const look = async () =>
      await new RestMessenger(bot.client as Client, Date.now).findOwn(general, 'x', Date.now());
    await expect(look()).rejects.toMatchObject({ name: 'MessageError', reason: 'temporary' });
    await expect(look()).resolves.toBeUndefined();
  });

  it('is believed when it says that a file is too large, no matter what says it', async ({ bot }) => {
    answerNext(bot, { status: 413, body: page });
    await expect(post(bot, 'f-1')).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('is told to the operator with what it was, and not again with every message that it keeps back', async () => {
    await using bot = await startLiveBot();
    const told = () => bot.recorded.lines.filter(({ msg }) => String(msg).includes("isn't Discord"));
    for (const nonce of ['f-1', 'f-2']) {
      answerNext(bot, { status: 403, headers: { server: 'guard/1' }, body: page });
      await post(bot, nonce).catch(() => undefined);
      await post(bot, nonce);
    }
    expect(told()).toMatchObject([{ level: 'error', status: 403, server: 'guard/1' }]);
    answerNext(bot, { status: 302, headers: { location: 'http://portal.test/log-in?secret=1' }, body: page });
    await post(bot, 'f-4').catch(() => undefined);
    expect(told()).toMatchObject([{}, { status: 302, location: 'http://portal.test/log-in' }]);
    expect(bot.recorded.text()).not.toContain(bot.discord.botToken);
  });

  it('is told again after ten minutes', async () => {
    let now = 0;
    const told: number[] = [];
    const foreign = async () => new Response(page, { status: 403, headers: { 'content-type': 'text/html' } });
    const silent = { onTokenRefused: () => {}, onLimited: () => {} };
    const ask = discordsOwnAnswers(foreign, { ...silent, onForeign: () => told.push(now) }, () => now);
    for (now of [0, 60_000, 599_999, 600_000, 700_000]) {
      await expect(ask('https://discord.com/api/v10/gateway', {})).rejects.toThrow('HTTP 403');
    }
    expect(told).toEqual([0, 600_000]);
  });

  it("that lost its headers on the way, Discord's own 429 is waited out anyway", async ({ bot }) => {
    const limited = { message: 'You are being rate limited.', retry_after: 0.05, global: false };
    answerNext(bot, { status: 429, body: limited });
    await expect(post(bot, 'f-1')).resolves.toHaveProperty('messageId', expect.any(String));
    expect(bot.recorded.lines).toContainEqual(expect.objectContaining({ method: 'POST', waitMs: 50 }));
  });

  it('does not cost the bot its token', async ({ bot }) => {
    answerNext(bot, { status: 401, body: page });
    await post(bot, 'f-1').catch(() => undefined);
    expect(bot.lost).toEqual([]);
  });

  it("leaves Discord's own refusals as they are", async ({ bot }) => {
    answerNext(bot, { status: 403, body: { message: 'Missing Access', code: 50_001 } });
    await expect(post(bot, 'f-1')).rejects.toMatchObject({ reason: 'closed', discordCode: 50_001 });
    answerNext(bot, { status: 400, body: { message: 'Invalid Form Body', code: 50_035 } });
    await expect(post(bot, 'f-2')).rejects.toMatchObject({ reason: 'invalid', discordCode: 50_035 });
  });
});

describe('a token that was reset', () => {
  it('is recognised at the first answer, and what was to be posted may be posted later', async ({ bot }) => {
    answerNext(bot, { status: 401, body: { message: '401: Unauthorized', code: 0 } });
    await expect(post(bot, 'r-1')).rejects.toMatchObject({ reason: 'temporary' });
    await expect(post(bot, 'r-2')).rejects.toMatchObject({ reason: 'temporary' });
    expect(bot.lost).toHaveLength(1);
    expect(bot.lost[0]?.message).toContain('DISCORD_TOKEN');
  });

  it('is not what a dead interaction says', async ({ bot }) => {
    answerNext(bot, { status: 401, body: { message: 'Invalid Webhook Token', code: 50_027 } });
    await expect(post(bot, 'r-1')).rejects.toMatchObject({ reason: 'token-dead' });
    expect(bot.lost).toEqual([]);
  });
});

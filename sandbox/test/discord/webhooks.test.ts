import { PermissionFlagsBits as Bits } from 'discord.js';
import { GuildIncomingWebhookResponseSchema, MessageResponseSchema } from 'discord-api-spec/zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDiscordForAll } from '../support/discord-stage.ts';
import { problemsIn } from '../support/form-problems.ts';
import { RawGateway } from '../support/raw-gateway.ts';
import { unspecified } from '../support/specified.ts';

interface Hook {
  readonly id: string;
  readonly token: string;
  readonly url: string;
}

let nowMs = Date.now();
const { sandbox, rest, owner, member } = await openDiscordForAll({
  now: () => nowMs,
  people: ['owner', 'member'],
});
const bot = await RawGateway.identified(sandbox, { intents: 1 | (1 << 5) | (1 << 9) });

const at = (channel: 'general' | 'videos' | 'forum' = 'general') =>
  `/channels/${sandbox.channels[channel]}/webhooks`;

const hook = await owner.fetched<Hook>('POST', at(), { name: 'News' });

beforeEach(() => {
  nowMs += 5_000;
});

/** A request that says who it is by the webhook's token alone. */
async function through(method: string, path: string, body?: object, { id, token }: Hook = hook) {
  const response = await fetch(`${sandbox.apiUrl}/v10/webhooks/${id}/${token}${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

describe('a webhook', () => {
  test('is made, listed and shown by those who manage webhooks', async () => {
    expect(unspecified(GuildIncomingWebhookResponseSchema, hook)).toEqual([]);
    expect(hook.url).toBe(`${sandbox.apiUrl}/webhooks/${hook.id}/${hook.token}`);
    expect(await owner.fetched('GET', at())).toMatchObject([{ id: hook.id, user: { id: owner.id } }]);
    expect(await owner.fetched('GET', `/guilds/${sandbox.guildId}/webhooks`)).toMatchObject([
      { id: hook.id },
    ]);
    expect(await owner.fetched('GET', `/webhooks/${hook.id}`)).toMatchObject({ name: 'News' });
    for (const [method, path] of [
      ['POST', at()],
      ['GET', at()],
      ['GET', `/guilds/${sandbox.guildId}/webhooks`],
      ['GET', `/webhooks/${hook.id}`],
      ['DELETE', `/webhooks/${hook.id}`],
    ] as const)
      expect((await rest(method, path, method === 'POST' ? { name: 'x' } : undefined)).body.code).toBe(
        50_013,
      );
    const shown = (await through('GET', '')).body;
    expect(shown).not.toHaveProperty('user');
  });

  test('is not called like Discord itself, and there are fifteen in a channel', async () => {
    const make = (name: string) => owner.rest('POST', at('videos'), { name });
    for (const name of ['Clyde', 'the discord team'])
      expect(problemsIn(((await make(name)).body as { errors: unknown }).errors)).toEqual({
        name: 'USERNAME_INVALID_CONTAINS',
      });
    for (let count = 0; count < 15; count += 1) expect((await make('x')).status).toBe(200);
    expect((await make('x')).body).toMatchObject({ code: 30_007 });
  });

  test('is changed, moved and deleted, by its maker or with its token, and everybody hears of it', async () => {
    const other = await owner.fetched<Hook>('POST', at(), { name: 'x' });
    const { forum } = sandbox.channels;
    const moved = { name: 'y', channel_id: forum };
    expect(await owner.fetched('PATCH', `/webhooks/${other.id}`, moved)).toMatchObject({ channel_id: forum });
    await bot.frame(({ t, d }) => t === 'WEBHOOKS_UPDATE' && d.channel_id === forum);
    expect((await through('PATCH', '', { name: 'z' }, other)).body).toMatchObject({ name: 'z' });
    expect((await through('DELETE', '', undefined, other)).status).toBe(204);
    expect((await through('GET', '', undefined, other)).body.code).toBe(10_015);
    expect(await through('POST', '', { content: 'x' }, { ...hook, token: 'wrong' })).toMatchObject({
      status: 401,
      body: { code: 50_027 },
    });
  });
});

describe('what it writes', () => {
  test('comes under its own name or another, and is answered only when waited for', async () => {
    expect(await through('POST', '', { content: 'plain' })).toEqual({ status: 204, body: {} });
    const shown = await member.untilMessage(({ content }) => content === 'plain');
    expect(shown.author).toMatchObject({ id: hook.id, username: 'News', bot: true });
    const { body } = await through('POST', '?wait=true', {
      content: 'named',
      username: 'Ann',
      avatar_url: 'https://example.org/a.png',
    });
    expect(body).toMatchObject({ webhook_id: hook.id, author: { id: hook.id, username: 'Ann' } });
    expect(body.author.avatar).toMatch(/^[\da-f]{32}$/);
    expect(unspecified(MessageResponseSchema, body)).toEqual([]);
    const clyde = await through('POST', '', { content: 'x', username: 'clyde' });
    expect(problemsIn(clyde.body.errors)).toEqual({ username: 'USERNAME_INVALID_CONTAINS' });
  });

  test("is read, edited and deleted through it, and by nobody else's webhook", async () => {
    const { id } = (await through('POST', '?wait=true', { content: 'first' })).body;
    expect((await through('PATCH', `/messages/${id}`, { content: 'second' })).body.content).toBe('second');
    expect((await through('GET', `/messages/${id}`)).body.content).toBe('second');
    const other = await owner.fetched<Hook>('POST', at(), { name: 'x' });
    expect((await through('GET', `/messages/${id}`, undefined, other)).body.code).toBe(10_008);
    expect(
      (await rest('PATCH', `/channels/${sandbox.channels.general}/messages/${id}`, { content: 'x' })).body,
    ).toMatchObject({ code: 50_005 });
    expect((await through('DELETE', `/messages/${id}`)).status).toBe(204);
    expect((await through('GET', `/messages/${id}`)).body.code).toBe(10_008);
  });

  test('goes into a thread of its channel, and into no other', async () => {
    const { thread, general } = sandbox.channels;
    const { body } = await through('POST', `?wait=true&thread_id=${thread}`, { content: 'x' });
    expect(body.channel_id).toBe(thread);
    expect((await through('GET', `/messages/${body.id}?thread_id=${thread}`)).status).toBe(200);
    expect((await through('POST', `?thread_id=${general}`, { content: 'x' })).body.code).toBe(10_003);
    expect((await through('POST', '', { content: 'x', thread_name: 'x' })).body.code).toBe(220_003);
    expect((await owner.rest('GET', `/channels/${thread}/thread-members?with_member=true`)).status).toBe(200);
  });

  test('opens a post in a forum', async () => {
    const forum = await owner.fetched<Hook>('POST', at('forum'), { name: 'x' });
    expect((await through('POST', '', { content: 'x' }, forum)).body.code).toBe(220_001);
    const made = (await through('POST', '?wait=true', { content: 'x', thread_name: 'Kites' }, forum)).body;
    expect(made.channel_id).toBe(made.id);
    expect(await member.fetched('GET', `/channels/${made.id}`)).toMatchObject({ name: 'Kites' });
    const both = `?thread_id=${made.id}`;
    expect((await through('POST', both, { content: 'x', thread_name: 'x' }, forum)).body.code).toBe(220_002);
  });

  test('mentions everyone, as webhooks may', async () => {
    const { body } = await through('POST', '?wait=true', { content: '@everyone' });
    expect(body.mention_everyone).toBe(true);
  });
});

describe('components', () => {
  const button = { type: 2, style: 1, label: 'x', custom_id: 'x' };
  const link = { type: 2, style: 5, label: 'x', url: 'https://example.org' };
  const row = (component: object) => ({ content: 'x', components: [{ type: 1, components: [component] }] });

  test("of a person's webhook are shown when asked for, and can't be used", async () => {
    expect((await through('POST', '?wait=true', row(link))).body.components).toEqual([]);
    const shown = await through('POST', '?wait=true&with_components=true', row(link));
    expect(shown.body.components).toHaveLength(1);
    expect((await through('POST', '?with_components=true', row(button))).status).toBe(400);
  });

  test("of the application's own webhook are the bot's", async () => {
    const fresh = await owner.fetched<{ id: string }>('POST', `/guilds/${sandbox.guildId}/channels`, {
      name: 'hooks',
    });
    sandbox.setPermissions(fresh.id, sandbox.botUserId, Bits.ManageWebhooks, 0n);
    const own = (await rest('POST', `/channels/${fresh.id}/webhooks`, { name: 'Own' }))
      .body as unknown as Hook;
    const { body } = await through('POST', '?wait=true', row(button), own);
    expect(body).toMatchObject({ application_id: sandbox.applicationId, webhook_id: own.id });
    expect(body.components).toHaveLength(1);
  });
});

test('a channel takes its webhooks along', async () => {
  const { id } = await owner.fetched<{ id: string }>('POST', `/guilds/${sandbox.guildId}/channels`, {
    name: 'short-lived',
  });
  const gone = await owner.fetched<Hook>('POST', `/channels/${id}/webhooks`, { name: 'x' });
  await owner.fetched('DELETE', `/channels/${id}`);
  expect((await through('POST', '', { content: 'x' }, gone)).body.code).toBe(10_015);
});

import { once } from 'node:events';
import { Events } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { startDiscordSandbox } from '../../discord/server.ts';
import { type DiscordStage, enter, enterBot, openDiscord } from '../support/discord-stage.ts';
import type { SandboxPerson } from '../support/sandbox-person.ts';

let sandbox: DiscordStage['sandbox'];
let rest: DiscordStage['rest'];
let member: SandboxPerson;
let nowMs: number;
let messages: string;

beforeEach(async () => {
  nowMs = 1_790_000_000_000;
  ({ sandbox, rest, member } = await openDiscord({
    now: () => nowMs,
    attachmentLimitBytes: 1000,
    requestLimitBytes: 2500,
    people: ['member'],
  }));
  messages = `/channels/${sandbox.channels.general}/messages`;
});

const file = (bytes: number, name = 'a.bin') => ({ name, bytes: Buffer.alloc(bytes, 1) });

describe('authentication', () => {
  test.each([
    ['nothing', undefined],
    ['a wrong token', 'Bot nobody'],
    ['a bot token without its prefix', 'bare'],
    ["a person's token with the prefix", 'prefixed'],
  ])('%s is 401', async (_what, kind) => {
    const header =
      { bare: sandbox.botToken, prefixed: `Bot ${sandbox.people.member.token}` }[kind ?? ''] ?? kind;
    const response = await fetch(`${sandbox.apiUrl}/v10/users/@me`, {
      headers: header ? { authorization: header } : {},
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: '401: Unauthorized', code: 0 });
  });

  test('the API is served with and without its version', async () => {
    const headers = { authorization: `Bot ${sandbox.botToken}` };
    for (const path of ['/users/@me', '/v10/users/@me'])
      expect(await (await fetch(`${sandbox.apiUrl}${path}`, { headers })).json()).toMatchObject({
        id: sandbox.botUserId,
      });
  });

  test('a fault of addresses with the version leaves those without it alone', async () => {
    const headers = { authorization: `Bot ${sandbox.botToken}` };
    const statusOf = async (path: string) => (await fetch(`${sandbox.apiUrl}${path}`, { headers })).status;
    sandbox.faults.arm({
      path: '/api/v10/**',
      times: 0,
      effect: { kind: 'answer', when: 'before', status: 503, body: {} },
    });
    try {
      expect(await statusOf('/users/@me')).toBe(200);
      expect(await statusOf('/v10/users/@me')).toBe(503);
      expect(await statusOf('/v10/users/%40me')).toBe(503);
      expect(sandbox.faults.seen.slice(-3).map(({ path }) => path)).toEqual([
        '/api/users/@me',
        '/api/v10/users/@me',
        '/api/v10/users/@me',
      ]);
    } finally {
      sandbox.faults.clear();
    }
  });
});

test('JSON is called what Discord calls it, without a charset', async () => {
  const headers = { authorization: `Bot ${sandbox.botToken}` };
  for (const path of ['/users/@me', '/users/@me/unicorns']) {
    const response = await fetch(`${sandbox.apiUrl}/v10${path}`, { headers });
    expect(response.headers.get('content-type')).toBe('application/json');
  }
});

test('a method that an address does not have is 405, and one that another spelling has is served', async () => {
  expect(await rest('DELETE', '/gateway')).toMatchObject({
    status: 405,
    body: { message: '405: Method Not Allowed', code: 0 },
  });
  expect(sandbox.oddities.some((odd) => odd.includes('DELETE /gateway'))).toBe(true);
  expect((await rest('GET', `/guilds/${sandbox.guildId}/voice-states/@me`)).status).not.toBe(405);
});

test('an unknown route is 404 and remembered', async () => {
  const answer = await rest('PUT', '/guilds/1/unicorns?x=1', {});
  expect(answer).toMatchObject({ status: 404, body: { message: '404: Not Found', code: 0 } });
  expect(sandbox.unknownRoutes).toEqual(['PUT /api/v10/guilds/1/unicorns']);
  expect(await (await fetch(`${sandbox.baseUrl}/sandbox/unknown-routes`)).json()).toEqual(
    sandbox.unknownRoutes,
  );
});

describe('rate limits', () => {
  test('the sixth message in five seconds is refused with the time to wait, in that channel only', async () => {
    const first = await rest('POST', messages, { content: 'x' });
    expect(first.headers.get('x-ratelimit-limit')).toBe('5');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(first.headers.get('x-ratelimit-reset-after')).toBe('5.000');
    for (let count = 0; count < 4; count += 1) await rest('POST', messages, { content: 'x' });
    nowMs += 2000;
    const refused = await rest('POST', messages, { content: 'x' });
    expect(refused).toMatchObject({ status: 429, body: { retry_after: 3, global: false } });
    expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
    expect(refused.headers.get('retry-after')).toBe('3');
    expect(
      (await rest('POST', `/channels/${sandbox.channels.videos}/messages`, { content: 'x' })).status,
    ).toBe(200);
    nowMs += 3001;
    expect((await rest('POST', messages, { content: 'x' })).status).toBe(200);
  });

  test('fifty requests a second are the most in all, interaction answers not counting', async () => {
    for (let count = 0; count < 50; count += 1) await rest('GET', `/users/${sandbox.people.member.id}`);
    const refused = await rest('GET', '/users/@me');
    expect(refused).toMatchObject({ status: 429, body: { global: true } });
    expect(refused.headers.get('x-ratelimit-global')).toBe('true');
    expect((await rest('POST', '/interactions/1/x/callback', { type: 5 })).body.code).toBe(10062);
  });

  test('people are not held up', async () => {
    for (let count = 0; count < 12; count += 1) await member.send(sandbox.channels.general, 'x');
  });

  test('discord.js waits and then succeeds', async () => {
    const { sandbox: real } = await openDiscord();
    const bot = await enterBot(real);
    const channel = await bot.channels.fetch(real.channels.general);
    if (!channel?.isSendable()) throw new Error('not sendable');
    await Promise.all(Array.from({ length: 6 }, () => channel.send('x')));
    expect(real.state.messages(real.channels.general)).toHaveLength(6);
  });
});

describe('attachments', () => {
  const send = (...files: { name: string; bytes: Buffer }[]) =>
    rest('POST', messages, { content: 'x' }, files);
  const urlOf = (body: Record<string, unknown>): string =>
    (body.attachments as { url: string }[])[0]?.url ?? '';

  test('above the limit are 413 with code 40005, for one file and for all together', async () => {
    expect((await send(file(1000))).status).toBe(200);
    expect(await send(file(1001))).toMatchObject({ status: 413, body: { code: 40005 } });
    expect(await send(file(900), file(900), file(900))).toMatchObject({ status: 413, body: { code: 40005 } });
  });

  test('have addresses that expire and that nobody can make up', async () => {
    const url = urlOf((await send(file(10))).body);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace(/hm=./, 'hm=z'))).status).toBe(404);
    expect((await fetch(url.replace(/ex=[0-9a-f]+/, 'ex=ffffffff'))).status).toBe(404);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(404);
    nowMs += 24 * 3_600_000 + 1000;
    const expired = await fetch(url);
    expect(expired.status).toBe(404);
    expect(await expired.text()).toBe('This content is no longer available.');
    const refreshed = await rest('POST', '/attachments/refresh-urls', { attachment_urls: [url] });
    const [entry] = refreshed.body.refreshed_urls as { refreshed: string }[];
    expect((await fetch(entry?.refreshed ?? '')).status).toBe(200);
  });

  test('that are known get a fresh address, in messages and in commands alike; others get none', async () => {
    const bot = await enterBot(sandbox);
    await bot.application.commands.set([
      { name: 'show', description: 'x', options: [{ type: 11, name: 'file', description: 'x' }] },
    ]);
    const [[interaction]] = await Promise.all([
      once(bot, Events.InteractionCreate),
      member.invoke(sandbox.channels.general, ['show'], { file: { file: file(10) } }),
    ]);
    const sent: string = interaction.options.getAttachment('file').url;
    const message = await rest('POST', messages, { content: 'x' }, [file(10)]);
    const urls = [
      sent,
      urlOf(message.body),
      sent.replace(/attachments\/\d+/, 'attachments/1'),
      'not an address',
    ];
    nowMs += 24 * 3_600_000 + 1000;
    expect((await fetch(sent)).status).toBe(404);
    await rest('DELETE', `${messages}/${message.body.id}`);
    const { body } = await rest('POST', '/attachments/refresh-urls', { attachment_urls: urls });
    const refreshed = body.refreshed_urls as { original: string; refreshed: string | null }[];
    expect(refreshed.map(({ original }) => original)).toEqual(urls);
    expect(refreshed.map((entry) => entry.refreshed !== null)).toEqual([true, false, false, false]);
    expect((await fetch(refreshed[0]?.refreshed ?? '')).status).toBe(200);
  });

  test('can be read in ranges', async () => {
    const url = urlOf((await send({ name: 'a.txt', bytes: Buffer.from('0123456789') })).body);
    const range = async (value: string) => {
      const response = await fetch(url, { headers: { range: value } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await range('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await range('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await range('bytes=20-')).toEqual([416, 'bytes */10', '']);
    expect((await fetch(url)).headers.get('accept-ranges')).toBe('bytes');
  });

  test('are typed by their content, and pictures have a size', async () => {
    const picture = Buffer.from(await (await fetch(`${sandbox.baseUrl}/embed/avatars/0.png`)).arrayBuffer());
    const { body } = await send({ name: 'picture.txt', bytes: picture });
    expect(body.attachments).toMatchObject([{ content_type: 'image/png', width: 64, height: 64 }]);
  });
});

describe('pages of this machine', () => {
  test('may call the API from another port, others may not', async () => {
    const preflight = (origin: string) =>
      fetch(`${sandbox.apiUrl}/v10/users/@me`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PATCH' },
      });
    const near = await preflight('http://localhost:4400');
    expect(near.status).toBe(204);
    expect(near.headers.get('access-control-allow-origin')).toBe('http://localhost:4400');
    expect(near.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await preflight('http://example.org')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('control', () => {
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${sandbox.baseUrl}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });

  test('tells addresses, places and tokens', async () => {
    expect(await (await control('GET', '')).json()).toMatchObject({
      botToken: sandbox.botToken,
      guildId: sandbox.guildId,
      people: expect.arrayContaining([
        { name: 'member', id: member.id, displayName: 'Member', token: member.token },
      ]),
    });
  });

  test('arms, lists and clears faults', async () => {
    const fault = {
      path: '/api/v10/users/*',
      times: 0,
      effect: { kind: 'answer', when: 'before', status: 503 },
    };
    expect((await control('POST', '/faults', fault)).status).toBe(201);
    expect(await (await control('GET', '/faults')).json()).toEqual([fault]);
    expect((await rest('GET', '/users/@me')).status).toBe(503);
    expect((await control('DELETE', '/faults')).status).toBe(204);
    expect((await rest('GET', '/users/@me')).status).toBe(200);
    expect((await control('POST', '/faults', { path: 'x' })).status).toBe(400);
  });

  test('changes the upload limit', async () => {
    await control('PATCH', '/settings', { attachmentLimitBytes: 5 });
    expect((await rest('POST', messages, {}, [file(6)])).status).toBe(413);
    expect((await control('PATCH', '/settings', { attachmentLimitBytes: -1 })).status).toBe(400);
  });

  test('cuts gateway connections', async () => {
    expect(sandbox.gateway.connections).toHaveLength(1);
    expect((await control('POST', '/gateway', { action: 'close', code: 4000, whose: 'people' })).status).toBe(
      204,
    );
    expect((await control('POST', '/gateway', { action: 'explode' })).status).toBe(400);
  });

  test('arms, lists and clears what the gateway does wrong, and sends any event', async () => {
    const mood = { kind: 'ignore', op: 4, times: 0 };
    expect((await control('POST', '/gateway/faults', mood)).status).toBe(201);
    expect(await (await control('GET', '/gateway/faults')).json()).toEqual([mood]);
    expect((await control('DELETE', '/gateway/faults')).status).toBe(204);
    expect(await (await control('GET', '/gateway/faults')).json()).toEqual([]);
    expect((await control('POST', '/gateway/faults', { kind: 'rage' })).status).toBe(400);
    const event = { action: 'dispatch', event: 'ANYTHING', data: [null] };
    expect((await control('POST', '/gateway', event)).status).toBe(204);
  });
});

test('places keep their ids over a restart while tokens change', async () => {
  const { sandbox: other } = await openDiscord();
  expect([other.guildId, other.channels, other.applicationId]).toEqual([
    sandbox.guildId,
    sandbox.channels,
    sandbox.applicationId,
  ]);
  expect(other.people.member.id).toBe(sandbox.people.member.id);
  expect(other.botToken).not.toBe(sandbox.botToken);
});

test('closing waits for no client that is still connected', async () => {
  const other = await startDiscordSandbox();
  await enter(other, 'owner');
  await other.close();
});

test('a taken port is an error', async () => {
  const port = Number(new URL(sandbox.baseUrl).port);
  await expect(startDiscordSandbox({ port })).rejects.toThrow('EADDRINUSE');
});

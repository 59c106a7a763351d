import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { REST, Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { assertNothingOdd } from '../../../sandbox/test/support/nothing-odd.ts';
import { RestProxy } from '../../../src/discord/rest-proxy.ts';
import { type RecordingLog, recordingLog } from '../../support/fake-log.ts';

let recorded: RecordingLog;
let proxy: RestProxy;

beforeEach(() => {
  recorded = recordingLog();
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A proxy before that address. Resolves to its own, as `DISCORD_API_URL` names it. */
async function proxyTo(apiUrl: string): Promise<string> {
  proxy = new RestProxy({ apiUrl, host: '127.0.0.1', port: 0, log: recorded.log });
  await proxy.open();
  closing.push(async () => await proxy.close());
  return `http://127.0.0.1:${proxy.port}/api`;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A Discord that answers as a test says. */
async function discordThat(answer: (request: IncomingMessage, body: string) => Answer | Promise<Answer>) {
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(request, String(await buffer(request)));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

/** The two in a row: where callers go, and what answers them in the end. */
const proxyToDiscordThat = async (answer: Parameters<typeof discordThat>[0]) =>
  await proxyTo(await discordThat(answer));

const callerOf = (api: string, token = 'token') =>
  new REST({ api, version: '10', retries: 0 }).setToken(token);
const channel = Routes.channelMessages('300000000000000001');

describe('through one place', () => {
  it('a message with a file reaches the real API and is answered as there, with the token of each caller', async () => {
    const discord = await startDiscordSandbox();
    onTestFinished(async () => await discord.close());
    const api = await proxyTo(discord.apiUrl);
    const route = Routes.channelMessages(discord.channels.general);
    const files = [{ name: 'a.txt', data: Buffer.from('x'.repeat(300_000)), contentType: 'text/plain' }];
    const posted = await callerOf(api, discord.botToken).post(route, { body: { content: 'hello' }, files });
    expect(posted).toMatchObject({ content: 'hello', attachments: [{ filename: 'a.txt', size: 300_000 }] });
    expect(discord.state.messages(discord.channels.general)).toHaveLength(1);
    await expect(callerOf(api, 'nobody').get(Routes.user('@me'))).rejects.toMatchObject({ status: 401 });
    await expect(callerOf(api, discord.botToken).post(route, { body: {} })).rejects.toMatchObject({
      code: 50_006,
    });
    assertNothingOdd(discord);
    expect(recorded.text()).not.toContain(discord.botToken);
  });

  it('what has no body is passed on without one, and without a type of one', async () => {
    const heard: unknown[] = [];
    const api = await proxyToDiscordThat((request, body) => {
      heard.push([request.method, request.headers['content-type'], body]);
      return { status: 200 };
    });
    await callerOf(api).delete(Routes.channelMessage('300000000000000001', '300000000000000002'));
    await callerOf(api).get(channel);
    expect(heard).toEqual([
      ['DELETE', undefined, ''],
      ['GET', undefined, ''],
    ]);
  });

  it('the limit of a bucket holds for all callers together', async () => {
    let left = 2;
    let resetAt = 0;
    let refused = 0;
    const api = await proxyToDiscordThat(() => {
      if (performance.now() >= resetAt) {
        resetAt = performance.now() + 100;
        left = 2;
      }
      left -= 1;
      if (left < 0) refused += 1;
      const headers = {
        'x-ratelimit-bucket': 'messages',
        'x-ratelimit-limit': '2',
        'x-ratelimit-remaining': String(Math.max(0, left)),
        'x-ratelimit-reset-after': ((resetAt - performance.now()) / 1_000).toFixed(3),
      };
      return left < 0
        ? {
            status: 429,
            headers: { ...headers, 'retry-after': '1' },
            body: { message: '', retry_after: 1 },
          }
        : { status: 200, headers };
    });
    const callers = [callerOf(api, 'one'), callerOf(api, 'one')];
    // Which bucket a route belongs to is known from its first answer.
    await callers[0]?.get(channel);
    await Promise.all(callers.flatMap((caller) => [1, 2, 3].map(async () => await caller.get(channel))));
    expect(refused).toBe(0);
  });

  it('what Discord refuses for its rate is said again, whole', async () => {
    const bodies: string[] = [];
    const api = await proxyToDiscordThat((_request, body) => {
      bodies.push(body);
      return bodies.length > 1
        ? { status: 200, body: { id: '7' } }
        : {
            status: 429,
            headers: { 'retry-after': '0.01' },
            body: { message: 'slow down', retry_after: 0.01 },
          };
    });
    expect(await callerOf(api).post(channel, { body: { content: 'said once' } })).toEqual({ id: '7' });
    expect(bodies).toEqual(Array(2).fill(JSON.stringify({ content: 'said once' })));
  });

  it('what a caller gave up while it waited for its turn is not sent', async () => {
    const heard: string[] = [];
    const firstCame = Promise.withResolvers<void>();
    const answerFirst = Promise.withResolvers<void>();
    const api = await proxyToDiscordThat(async (_request, body) => {
      heard.push(JSON.parse(body).content);
      if (heard.length === 1) {
        firstCame.resolve();
        await answerFirst.promise;
      }
      return { status: 200 };
    });
    const caller = () => callerOf(api);
    const first = caller().post(channel, { body: { content: 'first' } });
    await firstCame.promise;
    const gaveUp = new AbortController();
    const second = caller().post(channel, { body: { content: 'second' }, signal: gaveUp.signal });
    await eventually(() => proxy.waiting === 2);
    const third = caller().post(channel, { body: { content: 'third' } });
    await eventually(() => proxy.waiting === 3);
    gaveUp.abort();
    await expect(second).rejects.toThrow();
    await eventually(() => proxy.waiting === 2);
    answerFirst.resolve();
    await Promise.all([first, third]);
    expect(heard).toEqual(['first', 'third']);
  });
});

describe('an answer of its own', () => {
  it('says 502 if Discord cannot be reached, and never 200', async () => {
    const gone = await discordThat(() => ({ status: 200 }));
    await closing.pop()?.();
    const api = await proxyTo(gone);
    await expect(callerOf(api).get(channel)).rejects.toMatchObject({ status: 502 });
  });

  it('says 502 if something else answers for Discord', async () => {
    const api = await proxyToDiscordThat(() => ({ status: 403, headers: { 'content-type': 'text/html' } }));
    await expect(callerOf(api).get(channel)).rejects.toMatchObject({ status: 502 });
    expect(recorded.text()).toContain("something that isn't Discord");
  });

  it('passes on what fails at Discord, once', async () => {
    let asked = 0;
    const api = await proxyToDiscordThat(() => {
      asked += 1;
      return { status: 503 };
    });
    await expect(callerOf(api).get(channel)).rejects.toMatchObject({ status: 503 });
    expect(asked).toBe(1);
  });

  it.each([
    ['/api/v9/users/@me', 404],
    ['/', 404],
    ['//evil.example/api/v10/users/@me', 404],
    ['/healthz', 200],
  ])('to %s is %i, and Discord is not asked', async (path, status) => {
    const api = await proxyTo(await discordThat(() => expect.unreachable('asked')));
    expect((await fetch(new URL(api).origin + path)).status).toBe(status);
  });

  it('to more than Discord takes is 413', async () => {
    const api = await proxyTo(await discordThat(() => expect.unreachable('asked')));
    const { status } = await fetch(`${api}/v10/users/@me`, {
      method: 'POST',
      body: new Uint8Array(111 * 1024 * 1024),
    });
    expect(status).toBe(413);
  });
});

it('a port that is taken is an error, and closing twice is none', async () => {
  const parts = { apiUrl: 'http://127.0.0.1:1/api', host: '127.0.0.1', log: recorded.log };
  const first = new RestProxy({ ...parts, port: 0 });
  await first.open();
  const second = new RestProxy({ ...parts, port: first.port ?? 0 });
  await expect(second.open()).rejects.toThrow(/EADDRINUSE/);
  await second.close();
  await first.close();
  await first.close();
});

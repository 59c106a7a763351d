import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startConsole } from '../console/server.ts';
import { startDiscordSandbox } from '../discord/server.ts';
import { voiceBridgePath } from '../discord/voice/bridge.ts';
import { startServiceSandbox } from '../service/server.ts';
import { synthesisPath } from '../service/synthesis/synthesis-sockets.ts';

const opened = new AsyncDisposableStack();
const at = { discord: '', service: '', page: '', voice: '', key: '' };

beforeAll(async () => {
  const discord = opened.adopt(await startDiscordSandbox(), (it) => it.close());
  const service = opened.adopt(await startServiceSandbox({ port: 0 }), (it) => it.close());
  const page = opened.adopt(await startConsole({ discordUrl: discord.baseUrl }), (it) => it.close());
  Object.assign(at, {
    discord: discord.baseUrl,
    service: service.baseUrl,
    voice: `https://${discord.voice.endpoint}`,
    page: page.url,
    key: service.apiKey,
  });
  return async () => await opened.disposeAsync();
});

type Server = 'discord' | 'service' | 'page' | 'voice';
type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Over HTTP, with any header, which `fetch` would not send. */
async function ask(server: Server, path: string, headers: Headers, method = 'GET'): Promise<Answer> {
  const asked = request(new URL(path, at[server]), { method, headers }).end();
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

/** The status that refuses a WebSocket; 101 when it opens. */
async function knock(server: Server, path: string, headers: Headers): Promise<number | undefined> {
  const socket = new WebSocket(new URL(path, at[server].replace('http', 'ws')), {
    rejectUnauthorized: false,
    headers: { authorization: `Bearer ${at.key}`, ...headers },
  });
  return (await new Promise((resolve, reject) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode));
    socket.on('error', reject);
  }).finally(() => socket.on('error', () => undefined).terminate())) as number | undefined;
}

const port = (server: Server) => new URL(at[server]).port;
const places: readonly (readonly [Server, string])[] = [
  ['discord', '/sandbox'],
  ['service', '/sandbox'],
  ['page', '/'],
  ['page', '/config.json'],
];
const sockets: readonly (readonly [Server, string])[] = [
  ['discord', '/gateway?v=10&encoding=json'],
  ['discord', voiceBridgePath],
  ['service', synthesisPath],
  ['voice', '/?v=8'],
];

describe('a request that names another host', () => {
  const foreign = [
    'evil.example',
    'evil.example:4400',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.9.8.7',
  ];

  test.each(places)('to %s%s is refused, and told nothing', async (server, path) => {
    for (const host of foreign) {
      const { status, body } = await ask(server, path, { host });
      expect(status, host).toBe(421);
      expect(body).not.toContain('token');
      expect(body).toContain('SANDBOX_HOST');
    }
  });

  test.each(places)('to %s is refused whatever its path: %s', async (server) => {
    expect((await ask(server, '/no/such/path', { host: 'evil.example' })).status).toBe(421);
  });

  test.each(sockets)('to the WebSocket %s%s is refused', async (server, path) => {
    for (const host of foreign) expect(await knock(server, path, { host }), host).toBe(421);
  });
});

describe('a request of a page from elsewhere', () => {
  const foreign = ['http://evil.example', 'https://127.0.0.1.evil.example:4400', 'null'];

  test.each(places)('to %s%s is refused, whatever it does', async (server, path) => {
    for (const origin of foreign)
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await ask(server, path, { origin }, method);
        expect(answer.status, `${method} from ${origin}`).toBe(403);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
  });

  test.each(sockets)('to the WebSocket %s%s is refused', async (server, path) => {
    for (const origin of foreign) expect(await knock(server, path, { origin }), origin).toBe(403);
  });
});

describe("a request by one of the machine's own names", () => {
  const own = ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'];

  test.each(places)('to %s%s is answered', async (server, path) => {
    for (const name of own)
      for (const host of [name, `${name}:${port(server)}`, `${name}:8080`])
        expect((await ask(server, path, { host })).status, host).toBe(200);
  });

  test.each(sockets)(
    'to the WebSocket %s%s is answered, from a page of this machine too',
    async (server, path) => {
      for (const name of own)
        expect(await knock(server, path, { host: name, origin: `http://${name}:4400` }), name).toBe(101);
    },
  );
});

test('a stand-in also answers to the name that it was told to listen on, and to the address it was reached by', async () => {
  await using stack = new AsyncDisposableStack();
  const named = stack.adopt(await startServiceSandbox({ port: 0, host: '127.0.0.7' }), (it) => it.close());
  at.service = named.baseUrl;
  expect((await ask('service', '/sandbox', { host: '127.0.0.7' })).status).toBe(200);
  const everywhere = stack.adopt(await startServiceSandbox({ port: 0, host: '0.0.0.0' }), (it) => it.close());
  at.service = `http://127.0.0.9:${new URL(everywhere.baseUrl).port}`;
  expect((await ask('service', '/sandbox', { host: '127.0.0.9' })).status).toBe(200);
  expect((await ask('service', '/sandbox', { host: '127.0.0.8' })).status).toBe(421);
});

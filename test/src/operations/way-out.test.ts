import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { sendGatewayWayOut } from '../../../src/discord/gateway-proxy.ts';
import { publicOnlyAgent, serviceAddresses } from '../../../src/media/addresses.ts';
import { downloadToFile } from '../../../src/media/download.ts';
import { DownloadError } from '../../../src/media/download-error.ts';
import { newestRelease } from '../../../src/operations/release-notice.ts';
import { outgoingAgent, proxyTo, shownProxy, takeWayOut } from '../../../src/operations/way-out.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { ServiceHttp } from '../../../src/service/http.ts';
import { openProfile } from '../../../src/service/profile.ts';
import { openSocket } from '../../../src/service/socket-opening.ts';
import { ConnectProxy } from '../../support/connect-proxy.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { rejection } from '../../support/rejection.ts';
import { ScriptedService } from '../../support/scripted-service.ts';
import { ScriptedSocket } from '../../support/scripted-socket.ts';
import { serviceSettings } from '../../support/service-settings.ts';

afterEach(() => takeWayOut(undefined));

const proxied = (address: string) => {
  const url = new URL(address);
  return proxyTo(url) !== undefined;
};

describe('what goes through a proxy', () => {
  test.each([
    ['https://discord.com/api', true],
    ['wss://gateway.discord.gg/', true],
    ['http://discord.com/', false],
    ['ws://service.lan/', false],
    ['https://localhost/', false],
    ['https://127.0.0.1:8443/', false],
    ['https://[::1]/', false],
    ['https://bot.localhost/', false],
  ])('%s: %s', (address, goes) => {
    takeWayOut({ url: 'http://proxy.lan:3128', except: [] });
    expect(proxied(address)).toBe(goes);
  });

  test.each([
    ['service.lan', 'https://service.lan/', false],
    ['service.lan', 'https://files.service.lan/', false],
    ['service.lan', 'https://otherservice.lan/', true],
    ['.service.lan', 'https://files.service.lan/', false],
    ['*.service.lan', 'https://SERVICE.lan/', false],
    ['service.lan:8443', 'https://service.lan/', true],
    ['service.lan:8443', 'https://service.lan:8443/', false],
    ['service.lan:443', 'https://service.lan/', false],
    ['10.0.0.0/8', 'https://10.20.30.40/', false],
    ['10.0.0.0/8', 'https://11.20.30.40/', true],
    ['10.0.0.0/8', 'https://ten.lan/', true],
    ['fd00::/8', 'https://[fd12::1]/', false],
    ['10.0.0.1', 'https://10.0.0.1/', false],
    ['[fd12::1]:443', 'https://[fd12::1]/', false],
    ['0.1', 'https://10.0.0.1/', true],
    ['*', 'https://discord.com/', false],
    ['.', 'https://discord.com/', true],
  ])('with NO_PROXY=%s, %s: %s', (entry, address, goes) => {
    takeWayOut({ url: 'http://proxy.lan:3128', except: [entry] });
    expect(proxied(address)).toBe(goes);
  });

  test('is said without what lets the bot in', () => {
    expect(shownProxy({ url: 'http://user:secret@proxy.lan:3128', except: [] })).toBe('proxy.lan:3128');
  });
});

describe('behind a proxy', () => {
  let proxy: ConnectProxy;
  let trusted: readonly string[];

  beforeEach(async () => {
    proxy = await ConnectProxy.start(['outside.test', '203.0.113.9', '8.8.8.8']);
    trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, proxy.certificate]);
    takeWayOut({ url: `http://${proxy.host}`, except: [] });
  });

  afterEach(async () => {
    tls.setDefaultCACertificates([...trusted]);
    await proxy[Symbol.asyncDispose]();
  });

  async function outside(): Promise<ScriptedService> {
    const service = await ScriptedService.start();
    onTestFinished(async () => await service[Symbol.asyncDispose]());
    proxy.leadTo({ name: 'outside.test', leadsTo: service.url });
    return service;
  }

  function client(timeoutMs = 10_000): ServiceHttp {
    const http = new ServiceHttp({
      profile: openProfile(serviceSettings('https://outside.test', { timeoutMs })),
    });
    onTestFinished(async () => await http.close());
    return http;
  }

  const ask = async (http: ServiceHttp) =>
    await http.call({ method: 'GET', path: '/x', once: true }, z.object({ here: z.boolean() }));

  test('the service is called by its name, which only the proxy has to know', async () => {
    const service = await outside();
    service.answer({ body: { here: true } });
    expect((await ask(client())).body).toEqual({ here: true });
    expect(proxy.asked).toEqual(['outside.test:443']);
    expect(service.heard[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('it lets the bot in with the user and password of its address, and nobody else', async () => {
    (await outside()).answer({ body: { here: true } });
    proxy.ask('bot', 'p@ss');
    const error = await rejection(ask(client()), ServiceError);
    expect(error).toMatchObject({ fault: 'unreachable', nothingHappened: true });
    expect(error.cause).toMatchObject({ code: 'PROXY_407' });
    takeWayOut({ url: `http://bot:p%40ss@${proxy.host}`, except: [] });
    expect((await ask(client())).body).toEqual({ here: true });
  });

  test('one that is gone is a service that cannot be reached, and nothing happened there', async () => {
    takeWayOut({ url: 'http://127.0.0.1:1', except: [] });
    const error = await rejection(ask(client()), ServiceError);
    expect(error).toMatchObject({ fault: 'unreachable', nothingHappened: true });
  });

  test('one that says nothing is given up', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    takeWayOut({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, except: [] });
    const agent = outgoingAgent({ connectTimeoutMs: 20 });
    onTestFinished(async () => await agent.destroy());
    const error = await rejection(request('https://outside.test/', { dispatcher: agent }), Error);
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  });

  test('a WebSocket to the service goes through it, too', async () => {
    await using service = await ScriptedSocket.start();
    proxy.leadTo({ name: 'outside.test', leadsTo: service.url });
    const profile = openProfile(serviceSettings('https://outside.test'));
    const socket = await openSocket({ profile, path: '/live', clock: new FakeClock() });
    socket.close();
    expect(proxy.asked).toEqual(['outside.test:443']);
    expect(service.connections).toHaveLength(1);
  });

  test.each([
    ['the gateway', 'wss://outside.test/?v=10&encoding=json', ['outside.test:443']],
    ['voice', 'wss://voice.test/?v=8', []],
  ])("of discord.js' connections, %s: %s", async (_, address, asked) => {
    await using service = await ScriptedSocket.start();
    proxy.leadTo({ name: 'outside.test', leadsTo: service.url });
    onTestFinished(sendGatewayWayOut());
    const socket = new WebSocket(address, []);
    const ended = await new Promise((resolve) => {
      socket.once('open', () => resolve('open'));
      socket.once('error', () => resolve('no such host'));
    });
    socket.terminate();
    expect(ended).toBe(asked.length > 0 ? 'open' : 'no such host');
    expect(proxy.asked).toEqual(asked);
  });

  test('the list of releases is asked for through it', async () => {
    (await outside()).answer({ body: { tag_name: 'v9.9.9' } });
    expect(await newestRelease('https://outside.test/', new AbortController().signal)).toMatchObject({
      tag_name: 'v9.9.9',
    });
    expect(proxy.asked).toEqual(['outside.test:443']);
  });

  describe('a file from an address that others gave', () => {
    const timing = { timeoutMs: 10_000, idleTimeoutMs: 10_000 };
    const fetched = async (leadsTo: string, named: readonly string[] = []) => {
      const agent = publicOnlyAgent((_, __, callback) => callback(null, [{ address: leadsTo, family: 4 }]));
      onTestFinished(async () => await agent.destroy());
      const path = join(temporaryFolder(), 'file');
      const policy = serviceAddresses(named, agent);
      return await downloadToFile({
        url: 'https://outside.test/file',
        path,
        maxBytes: 100,
        policy,
        ...timing,
      });
    };

    test('is asked of the proxy by the public address that was checked, under its own name', async () => {
      const service = await outside();
      service.answer({ body: 'here' });
      expect(await fetched('8.8.8.8')).toEqual({ bytes: 4 });
      expect(proxy.asked).toEqual(['8.8.8.8:443']);
      expect(service.heard).toHaveLength(1);
    });

    test('is not asked of it where the name leads into its network', async () => {
      const service = await outside();
      const error = await rejection(fetched('10.0.0.7'), DownloadError);
      expect(error.reason).toBe('forbidden');
      expect(proxy.asked).toEqual([]);
      expect(service.heard).toEqual([]);
    });

    test("is asked of it by name where the bot's owner named the host", async () => {
      (await outside()).answer({ body: 'here' });
      expect(await fetched('10.0.0.7', ['outside.test:443'])).toEqual({ bytes: 4 });
      expect(proxy.asked).toEqual(['outside.test:443']);
    });
  });

  test('what it is not for is reached directly', async () => {
    const service = await outside();
    service.answer({ body: 'here' });
    const agent = outgoingAgent();
    onTestFinished(async () => await agent.destroy());
    const { statusCode } = await request(service.url, { dispatcher: agent });
    expect(statusCode).toBe(200);
    expect(proxy.asked).toEqual([]);
  });
});

test('nothing in the bot connects to the outside past it', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => join('src', file));
  const connecting =
    /new (Agent|ProxyAgent|WebSocket)\(|(await|return) fetch\(|import (https?|tls)\b|import \{[^}]*\b(request|connect)\b[^}]*\} from 'node:(https?|tls)'/;
  const found = [...sources, 'doctor.ts', 'leave.ts'].filter((file) =>
    connecting.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found.toSorted()).toEqual([
    'src/discord/gateway-proxy.ts',
    'src/operations/release-notice.ts',
    'src/operations/way-out.ts',
    'src/service/socket-opening.ts',
  ]);
});

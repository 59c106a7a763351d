import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { type Console, startConsole } from '../../console/server.ts';

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const part of open.splice(0)) await part.close();
});

async function consoleAt(discordUrl: string): Promise<Console> {
  const served = await startConsole({ discordUrl });
  open.push(served);
  return served;
}

async function standIn(answer: unknown): Promise<string> {
  const server = Fastify();
  server.get('/sandbox', () => answer);
  open.push(server);
  return server.listen({ host: '127.0.0.1', port: 0 });
}

const sandbox = {
  addresses: { api: 'http://127.0.0.1:1/api', gateway: 'ws://127.0.0.1:1/gateway' },
  guildId: '5',
  botToken: 'not for the page',
  people: [{ id: '7', name: 'member', token: 'person-token', displayName: 'Member' }],
};

describe('the console', () => {
  test('serves the built page, and no script but its own may run in it', async () => {
    const discordUrl = await standIn(sandbox);
    const { url } = await consoleAt(discordUrl);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<script type="module" [^>]*src="\/assets\/[^"]+\.js"/);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ${discordUrl} ws://${new URL(discordUrl).host}`);
  });

  test('tells the page where the chat is and who may use it, and nothing about the bot', async () => {
    const discordUrl = await standIn(sandbox);
    const { url } = await consoleAt(`${discordUrl}/`);
    const response = await fetch(`${url}/config.json`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      discordUrl,
      gatewayUrl: 'ws://127.0.0.1:1/gateway',
      guildId: '5',
      people: [{ id: '7', name: 'member', token: 'person-token' }],
      canSay: false,
    });
  });

  test('says so when the stand-in answers something else', async () => {
    const { url } = await consoleAt(await standIn({ people: 'nobody' }));
    expect((await fetch(`${url}/config.json`)).status).toBe(502);
  });

  test('serves nothing outside its folder', async () => {
    const { url } = await consoleAt(await standIn(sandbox));
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
      expect((await fetch(url + path)).status, path).not.toBe(200);
    }
  });

  test('names a port that is taken', async () => {
    const first = await consoleAt(await standIn(sandbox));
    const port = Number(new URL(first.url).port);
    await expect(startConsole({ port, discordUrl: 'http://127.0.0.1:1' })).rejects.toThrow(/EADDRINUSE/);
  });
});

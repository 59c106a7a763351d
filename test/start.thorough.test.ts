import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startDiscordSandbox } from '../sandbox/discord/server.ts';
import { startServiceSandbox } from '../sandbox/service/server.ts';
import { type Launched, launch, launchNpm } from '../sandbox/test/support/launched.ts';
import { SandboxPerson } from '../sandbox/test/support/sandbox-person.ts';
import { openStore } from '../src/storage/store.ts';
import { silentLog } from './support/fake-log.ts';

const start = fileURLToPath(new URL('../start.ts', import.meta.url));
/** Loading the bot's files one by one is most of what a start costs. The bot that npm starts is made of them. */
const inOneFile = {
  BUNDLED_BOT: process.env.BUNDLED_BOT ?? '',
  NODE_OPTIONS: `--import=${new URL('./support/launched-bot.ts', import.meta.url).href}`,
};
const freePorts = { SANDBOX_PAGE_PORT: '0', SANDBOX_DISCORD_PORT: '0', SANDBOX_SERVICE_PORT: '0' };
const pageConfig = z.object({
  discordUrl: z.string(),
  gatewayUrl: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string(), token: z.string() })),
});

let folder: string;
let running: Launched[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emcee-start-'));
  running = [];
});

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await rm(folder, { recursive: true, force: true });
});

function startEmcee(env: Readonly<Record<string, string>> = {}): Launched {
  const launched = launch(start, [], { cwd: folder, env: { ...inOneFile, ...freePorts, ...env } });
  running.push(launched);
  return launched;
}

function childrenOf(parent: number): number[] {
  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
    } catch {
      return false;
    }
  });
}

/** Exit code after a signal; 0 only when everything closed in order and in time. */
async function stop(launched: Launched, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  launched.child.kill(signal);
  return await launched.exited;
}

const addressIn = async (launched: Launched) => (await launched.untilOutput(/^ {2}(http:\S+)$/m))[1] ?? '';

describe('npm start without settings', () => {
  it('shows one address, where the page is and the bot already waits; Ctrl-C ends it all', async () => {
    const launched = startEmcee();
    const address = await addressIn(launched);
    await launched.untilOutput(/type \/video text prompt: /);
    expect(launched.output()).toMatch(/^Starting the stand-ins/);
    expect(launched.output().match(/https?:\/\//g)).toHaveLength(1);
    expect((await fetch(address)).headers.get('content-type')).toContain('text/html');

    const config = pageConfig.parse(await (await fetch(`${address}/config.json`)).json());
    const member = config.people.find(({ name }) => name === 'member');
    if (!member) throw new Error('the page knows no member');
    const addresses = { apiUrl: `${config.discordUrl}/api`, gatewayUrl: config.gatewayUrl };
    await using person = await SandboxPerson.connect(addresses, member);
    const guilds = await person.fetched<{ id: string }[]>('GET', '/users/@me/guilds');
    const channels = await person.fetched<{ id: string; name: string }[]>(
      'GET',
      `/guilds/${guilds[0]?.id}/channels`,
    );
    const general = channels.find(({ name }) => name === 'general');
    expect(await person.command(general?.id ?? '', 'video')).toMatchObject({ name: 'video' });

    expect(await stop(launched, 'SIGINT')).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });

  it("says in one sentence when the page's port is taken, and leaves nothing running", async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const launched = startEmcee({ SANDBOX_PAGE_PORT: port });
    expect(await launched.exited).toBe(1);
    expect(launched.output().trim()).toMatch(
      new RegExp(
        `^Starting the stand-ins.*\\n+Port ${port} for the chat page is taken by another program: .*SANDBOX_PAGE_PORT\\.$`,
      ),
    );
    other.close();
  });

  it('passes requests on to Discord with ROLE=rest, without a token or a key, and ends when told to', async () => {
    const discord = await startDiscordSandbox();
    const env = { ROLE: 'rest', REST_LISTEN: '127.0.0.1:0', DISCORD_API_URL: discord.apiUrl };
    const launched = startEmcee({ ...env, NODE_ENV: 'production' });
    const [, port] = await launched.untilOutput(/"port":(\d+)/);
    const asked = await fetch(`http://127.0.0.1:${port}/api/v10/users/@me`, {
      headers: { authorization: `Bot ${discord.botToken}` },
    });
    expect(await asked.json()).toMatchObject({ id: discord.botUserId });
    expect(await stop(launched, 'SIGTERM')).toBe(0);
    await discord.close();
  });

  it('with a role that is none, or an address that is none, says so and ends', async () => {
    const launched = [startEmcee({ ROLE: 'other' }), startEmcee({ ROLE: 'rest', REST_LISTEN: 'everywhere' })];
    expect(await Promise.all(launched.map(({ exited }) => exited))).toEqual([78, 78]);
    expect(launched[0]?.output()).toContain('ROLE must be one of all, gateway, worker, rest');
    expect(launched[1]?.output()).toContain('REST_LISTEN must be an address and a port');
  });

  it('in production is an error that names each missing setting', async () => {
    const launched = startEmcee({ NODE_ENV: 'production' });
    expect(await launched.exited).toBe(78);
    expect(launched.output().trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(launched.output())).toMatchObject({ level: 'fatal' });
    for (const name of ['DISCORD_TOKEN', 'SERVICE_API_KEY', 'SERVICE_BASE_URL']) {
      expect(launched.output()).toMatch(new RegExp(`${name} is missing`));
    }
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('npm start with settings', () => {
  it('in a .env that is no file says so in one sentence', async () => {
    await mkdir(join(folder, '.env'));
    const launched = startEmcee();
    expect(await launched.exited).toBe(78);
    expect(JSON.parse(launched.output())).toMatchObject({
      level: 'fatal',
      msg: expect.stringMatching(/^Can't read \.env: it must be a file.*\.$/),
    });
  });

  it('of both sides runs the bot alone, and starts it again when it died', async () => {
    const [discord, service] = [await startDiscordSandbox(), await startServiceSandbox({ port: 0 })];
    await writeFile(
      join(folder, '.env'),
      `DISCORD_TOKEN=${discord.botToken}\nSERVICE_API_KEY=${service.apiKey}\nSERVICE_BASE_URL=http://127.0.0.1:9\n`,
    );
    const launched = startEmcee({ DISCORD_API_URL: discord.apiUrl, SERVICE_BASE_URL: service.baseUrl });
    await launched.untilOutput(/"msg":"ready"/);
    const [bot = 0] = childrenOf(launched.child.pid ?? 0);
    process.kill(bot, 'SIGKILL');
    await launched.untilOutput(/was ended by SIGKILL[\s\S]*Starting it again in 1 s[\s\S]*"msg":"ready"/);
    expect(launched.output()).not.toContain('Open this page');
    expect(launched.output()).not.toContain(discord.botToken);
    expect(await stop(launched, 'SIGTERM')).toBe(0);
    await Promise.all([discord.close(), service.close()]);
  });

  it('of Discord only makes videos with the stand-in, and leaves no bot behind when the launcher is killed', async () => {
    const discord = await startDiscordSandbox();
    const launched = startEmcee({ DISCORD_TOKEN: discord.botToken, DISCORD_API_URL: discord.apiUrl });
    await launched.untilOutput(/logged in to Discord; a stand-in at http:\S+ makes the videos/);
    const names = discord.state.commands().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['video', 'speak', 'Make a video of this', 'Speak this']));
    expect(discord.gateway.connections).toHaveLength(1);
    launched.child.kill('SIGKILL');
    await expect.poll(() => discord.gateway.connections, { timeout: 90_000 }).toHaveLength(0);
    await discord.close();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing behind when npm is ended by %s',
    async (signal) => {
      const [discord, service] = [await startDiscordSandbox(), await startServiceSandbox({ port: 0 })];
      const launched = launchNpm('start', {
        DISCORD_TOKEN: discord.botToken,
        DISCORD_API_URL: discord.apiUrl,
        SERVICE_API_KEY: service.apiKey,
        SERVICE_BASE_URL: service.baseUrl,
        DATA_DIR: folder,
      });
      running.push(launched);
      await launched.untilOutput(/"msg":"ready"/);
      launched.child.kill(signal);
      // The output is over when the last process that could write to it is gone.
      await launched.exited;
      expect(discord.gateway.connections).toHaveLength(0);
      await openStore({ dataDir: folder, log: silentLog, lockTimeoutMs: 0 }).close();
      await Promise.all([discord.close(), service.close()]);
    },
  );

  it('of the service only brings the page, and says that videos are billed', async () => {
    const service = await startServiceSandbox({ port: 0 });
    const launched = startEmcee({ SERVICE_API_KEY: service.apiKey, SERVICE_BASE_URL: service.baseUrl });
    const address = await addressIn(launched);
    expect(launched.output()).toContain('billed');
    expect((await fetch(address)).status).toBe(200);
    expect(await stop(launched, 'SIGINT')).toBe(0);
    await service.close();
  });

  it("that the bot refuses ends with the bot's own words", async () => {
    const launched = startEmcee({ VIDEO_POLL_INTERVAL_MS: 'often' });
    expect(await launched.exited).toBe(78);
    expect(launched.output()).toContain('VIDEO_POLL_INTERVAL_MS must be a whole number from 5000 to 600000');
  });

  it('with a wrong token says what to do', async () => {
    const discord = await startDiscordSandbox();
    const launched = startEmcee({ DISCORD_TOKEN: 'wrong', DISCORD_API_URL: discord.apiUrl });
    expect(await launched.exited).toBe(78);
    expect(launched.output().match(/Discord didn't accept DISCORD_TOKEN/g)).toHaveLength(1);
    await discord.close();
  });
});

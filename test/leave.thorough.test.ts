import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leave } from '../leave.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../sandbox/discord/server.ts';
import { launch } from '../sandbox/test/support/launched.ts';

const file = fileURLToPath(new URL('../leave.ts', import.meta.url));
let folder: string;
let discord: DiscordSandbox;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emcee-leave-'));
  discord = await startDiscordSandbox();
});

afterEach(async () => {
  await discord.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = (allowed: string) => ({
  DISCORD_TOKEN: discord.botToken,
  DISCORD_API_URL: discord.apiUrl,
  SERVICE_API_KEY: 'sk-test',
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  GUILD_ALLOW: allowed,
});

/** What the program does, without a start of its own. */
async function asked(args: readonly string[], allowed: string) {
  const lines: unknown[] = [];
  const say = (line: unknown) => void lines.push(line);
  const code = await leave(args, settings(allowed), { log: say, error: say });
  return { code, output: lines.join('\n') };
}

async function program(args: readonly string[], env: Readonly<Record<string, string>>) {
  const launched = launch(file, args, { cwd: folder, env });
  const code = await launched.exited;
  return { code, output: launched.output() };
}

const leftServers = () =>
  discord.faults.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));

describe('npm run leave', () => {
  it('lists the servers that the list does not have, and leaves none without being told so', async () => {
    const { code, output } = await asked([], discord.guildId);
    expect(output).toContain(discord.otherGuildId);
    expect(output).not.toContain(discord.guildId);
    expect(output).toContain('npm run leave -- --yes');
    expect([code, leftServers()]).toEqual([0, []]);
  });

  it('leaves all of them with --yes, and only them', async () => {
    const { code, output } = await program(['--yes'], settings(discord.guildId));
    expect(output).toContain(`Left ${discord.otherGuildId}`);
    expect([code, leftServers()]).toEqual([0, [discord.otherGuildId]]);
    expect((await asked(['--yes'], discord.guildId)).output).toContain('Nothing to leave');
  });

  it('leaves those that are named, and none when one of them is on the list', async () => {
    const refused = await asked([discord.otherGuildId, discord.guildId], discord.guildId);
    expect([refused.code, leftServers()]).toEqual([1, []]);
    expect(refused.output).toContain(discord.guildId);
    await asked([discord.otherGuildId], '1324000000000009999');
    expect(leftServers()).toEqual([discord.otherGuildId]);
  });

  it('says that there is nothing to leave without a list', async () => {
    expect((await asked(['--yes'], '')).output).toContain('GUILD_ALLOW is empty');
    expect(leftServers()).toEqual([]);
  });

  it('says which it could not leave, and ends with an error', async () => {
    discord.faults.arm({
      method: 'DELETE',
      path: '/api/v10/users/@me/guilds/*',
      effect: { kind: 'answer', when: 'before', status: 403, body: { message: 'no', code: 50001 } },
    });
    const { code, output } = await program(['--yes'], settings(discord.guildId));
    expect(code).toBe(1);
    expect(output).toContain(`Couldn't leave ${discord.otherGuildId}`);
  });
});

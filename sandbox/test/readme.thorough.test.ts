import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startDiscordSandbox } from '../discord/server.ts';
import { discordPy, skipsWithout } from './support/needs.ts';
import { SandboxPerson } from './support/sandbox-person.ts';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const defaultPort = '4401';

/** The bot that the page shows for a client. */
function shown(client: string): string {
  return new RegExp(`^${client}[^\n]*:\n\n\`\`\`\\w+\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
}

/** Starts that bot and asks it. */
async function ask(client: string, program: string, args: readonly string[]): Promise<void> {
  const sandbox = await startDiscordSandbox({ privilegedIntents: ['MessageContent'] });
  onTestFinished(() => sandbox.close());
  const source = shown(client).replaceAll(defaultPort, new URL(sandbox.baseUrl).port);
  const bot = spawn(program, [...args, source], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, DISCORD_TOKEN: sandbox.botToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void bot.kill('SIGKILL'));
  const [said] = await once(bot.stdout, 'data');
  expect(String(said)).toContain('ready');
  await using member = await SandboxPerson.connect(sandbox, sandbox.people.member);
  await member.send(sandbox.channels.general, 'ping');
  expect(await member.untilMessage(({ content }) => content === 'pong')).toMatchObject({
    author: { bot: true },
  });
}

const node = ['--input-type=module', '--eval'] as const;

it.each(['discord.js', 'eris'])('the bot of the README on %s answers', async (client) => {
  await ask(client, process.execPath, node);
});

it.skipIf(skipsWithout('python3-discord', 'the bot of the README on discord.py'))(
  'the bot of the README on discord.py answers',
  async () => {
    await ask('discord.py', discordPy ?? '', ['-c']);
  },
);

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import type { DiscordSandbox } from '../../discord/server.ts';
import { describeClient, type ForeignClient } from '../support/foreign-client.ts';
import { discordPy, skipsWithout } from '../support/needs.ts';

const program = fileURLToPath(new URL('discordpy_bot.py', import.meta.url));

/** Orders go in and answers come out, one a line. */
class PythonBot {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string>;

  constructor(env: Readonly<Record<string, string>>) {
    this.#process = spawn(discordPy ?? 'python3', [program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: '/usr/bin:/bin', ...env },
    });
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async answer<Answer>(): Promise<Answer> {
    const { done, value } = await this.#answers.next();
    if (done) throw new Error('The bot has ended.');
    return JSON.parse(value);
  }

  async order<Answer>(order: Readonly<Record<string, unknown>>): Promise<Answer> {
    this.#process.stdin.write(`${JSON.stringify(order)}\n`);
    return await this.answer<Answer>();
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
  }
}

async function logIn(sandbox: DiscordSandbox): Promise<ForeignClient> {
  const { apiUrl, gatewayUrl, botToken } = sandbox;
  const bot = new PythonBot({ API_URL: apiUrl, GATEWAY_URL: gatewayUrl, BOT_TOKEN: botToken });
  await bot.answer();
  return {
    guilds: async () => await bot.order<string[]>({ do: 'guilds' }),
    register: async () => await bot.order({ do: 'register' }),
    post: async (channel, content) => await bot.order<string>({ do: 'post', channel, content }),
    edit: async (channel, message, content) => await bot.order({ do: 'edit', channel, message, content }),
    upload: async (channel, name, bytes) =>
      await bot.order({ do: 'upload', channel, name, text: String(bytes) }),
    react: async (channel, message, emoji) => await bot.order({ do: 'react', channel, message, emoji }),
    openPost: async (channel, name, content) =>
      await bot.order<string>({ do: 'open post', channel, name, content }),
    writeAs: async (channel, name, content) =>
      await bot.order<string>({ do: 'write as', channel, name, content }),
    join: async (_guildId, channel) => await bot.order({ do: 'join', channel }),
    close: async () => await bot.close(),
  };
}

describe.skipIf(skipsWithout('python3-discord', 'discord.py'))('of Debian', () => {
  describeClient('discord.py', logIn, { odd: ['POST /channels/:channelId/threads: type'] });
});

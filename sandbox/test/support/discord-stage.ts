import type { Client, GatewayIntentBits } from 'discord.js';
import { afterAll, onTestFinished } from 'vitest';
import {
  type DiscordSandbox,
  type DiscordSandboxOptions,
  startDiscordSandbox,
} from '../../discord/server.ts';
import { connectBot } from './sandbox-bot.ts';
import { SandboxPerson } from './sandbox-person.ts';
import { botRest } from './sandbox-rest.ts';

type PersonName = keyof DiscordSandbox['people'];
type WhenOver = (close: () => void | Promise<void>) => void;

interface StageOptions<Name extends PersonName> extends DiscordSandboxOptions {
  /** Who is connected from the beginning. */
  readonly people?: readonly Name[];
}

/** A stand-in of Discord, requests with its bot's token, and people who are connected. */
export type DiscordStage<Name extends PersonName = never> = Readonly<Record<Name, SandboxPerson>> & {
  readonly sandbox: DiscordSandbox;
  readonly rest: ReturnType<typeof botRest>;
};

/** Closed when the test ends. */
export async function openDiscord<Name extends PersonName = never>(
  options: StageOptions<Name> = {},
  whenOver: WhenOver = onTestFinished,
): Promise<DiscordStage<Name>> {
  const { people = [], ...rest } = options;
  const sandbox = await startDiscordSandbox(rest);
  whenOver(() => sandbox.close());
  const connected = await Promise.all(
    people.map(async (name) => [name, await enter(sandbox, name, whenOver)] as const),
  );
  return {
    sandbox,
    rest: botRest(sandbox),
    ...(Object.fromEntries(connected) as Record<Name, SandboxPerson>),
  };
}

/** For a whole file of tests: closed when the last of them ends. */
export async function openDiscordForAll<Name extends PersonName = never>(
  options: StageOptions<Name> = {},
): Promise<DiscordStage<Name>> {
  return await openDiscord(options, afterAll);
}

/** Connects a person until the test ends. */
export async function enter(
  sandbox: DiscordSandbox,
  name: PersonName,
  whenOver: WhenOver = onTestFinished,
): Promise<SandboxPerson> {
  const person = await SandboxPerson.connect(sandbox, sandbox.people[name]);
  whenOver(() => person.disconnect());
  return person;
}

/** Logs the real discord.js in until the test ends. */
export async function enterBot(
  sandbox: DiscordSandbox,
  intents?: readonly GatewayIntentBits[],
  whenOver: WhenOver = onTestFinished,
): Promise<Client<true>> {
  const bot = await connectBot(sandbox, intents);
  whenOver(() => bot.destroy());
  return bot;
}

import type { Client } from 'discord.js';
import {
  type DiscordSandbox,
  type DiscordSandboxOptions,
  startDiscordSandbox,
} from '../../sandbox/discord/server.ts';
import { assertNothingOdd } from '../../sandbox/test/support/nothing-odd.ts';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { createClient } from '../../src/discord/client.ts';
import type { FeatureSurface } from '../../src/discord/command.ts';
import { Dispatcher } from '../../src/discord/dispatcher.ts';
import { type LoginError, logIn } from '../../src/discord/login.ts';
import { registerCommands } from '../../src/discord/registration.ts';
import { wordsFor } from '../../src/words/index.ts';
import { demoLanguages } from './demo-commands.ts';
import { type RecordingLog, recordingLog } from './fake-log.ts';

/** Discord's stand-in, and the bot's edge to Discord logged in to it with the features of a test. */
export interface LiveBot extends AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly client: Client<true>;
  readonly dispatcher: Dispatcher;
  readonly recorded: RecordingLog;
  readonly lost: readonly LoginError[];
  /** Logs a person in. */
  person(name?: 'owner' | 'moderator' | 'member' | 'newcomer'): Promise<SandboxPerson>;
}

export interface LiveBotOptions extends DiscordSandboxOptions {
  readonly helloWithinMs?: number;
  readonly firstRenewalMs?: number;
  /** Resolves once the bot may identify; discord.js itself waits five seconds between two times. */
  readonly identifyTurn?: () => Promise<void>;
}

export async function startLiveBot(
  features: Partial<FeatureSurface> = {},
  { helloWithinMs, firstRenewalMs, identifyTurn = async () => undefined, ...options }: LiveBotOptions = {},
): Promise<LiveBot> {
  const surface: FeatureSurface = { commands: [], buttons: [], modals: [], ...features };
  const discord = await startDiscordSandbox({ identifyIntervalMs: 0, ...options });
  const recorded = recordingLog();
  const { log } = recorded;
  const lost: LoginError[] = [];
  const client = createClient({
    apiUrl: discord.apiUrl,
    log,
    onLost: (reason) => lost.push(reason),
    ...(helloWithinMs ? { helloWithinMs } : {}),
    ...(firstRenewalMs ? { firstRenewalMs } : {}),
  });
  client.options.ws = {
    ...client.options.ws,
    buildIdentifyThrottler: () => ({ waitForIdentify: identifyTurn }),
  };
  const dispatcher = new Dispatcher({ features: [surface], wordsFor, log, now: Date.now });
  dispatcher.attach(client);
  const ready = await logIn(client, { token: discord.botToken, apiUrl: discord.apiUrl });
  await registerCommands({
    rest: client.rest,
    applicationId: ready.application.id,
    commands: surface.commands,
    messageCommands: surface.messageCommands ?? [],
    languages: demoLanguages,
    log,
  });
  const people: SandboxPerson[] = [];
  return {
    discord,
    client: ready,
    dispatcher,
    recorded,
    lost,
    person: async (name = 'member') => {
      const person = await SandboxPerson.connect(discord, discord.people[name]);
      people.push(person);
      return person;
    },
    [Symbol.asyncDispose]: async () => {
      for (const person of people) person.disconnect();
      await client.destroy();
      await discord.close();
      assertNothingOdd(discord);
    },
  };
}

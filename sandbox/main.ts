import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addresses, welcome } from './launch/announcements.ts';
import { botEnvironment, type StandInAddresses } from './launch/bot-environment.ts';
import { type BotExit, BotProcess } from './launch/bot-process.ts';
import { SandboxError } from './launch/sandbox-error.ts';
import { type Environment, readSettings } from './launch/settings.ts';
import { type StandIns, startStandIns, type Wanted } from './launch/stand-ins.ts';
import { onStopSignals } from './launch/stop-signals.ts';
import { trustFile } from './launch/trust.ts';

export interface SandboxOptions extends Wanted {
  readonly env?: Environment;
  /** The bot's program. */
  readonly entry?: string;
  /** How long the bot may take to stop before it is killed. */
  readonly botPatienceMs?: number;
}

/** For the bot and for the stand-ins after it: together less than 5 s. */
const defaultBotPatienceMs = 4_000;
const standInPatienceMs = 700;

/** The stand-in account's voices, as an operator would list them. */
const voicesPath = fileURLToPath(new URL('./service/synthesis/voices.json', import.meta.url));
const defaultVoice = 'harbor';

/** The stand-in account's knowledge bases, given to the servers of the sandbox. */
const basesPath = fileURLToPath(new URL('./service/knowledge/bases.json', import.meta.url));

const botEntry = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/**
 * Starts the stand-ins that are wanted and the bot against them, and keeps them until a signal to stop comes or the
 * bot dies. Resolves to the exit code for the launcher.
 */
export async function startSandbox(options: SandboxOptions): Promise<number> {
  const env = options.env ?? process.env;
  return supervise(options, env, async (standIns, stopping) => {
    const botEnv = botEnvironment(env, standInAddresses(standIns, env));
    const logPath = join(botEnv.DATA_DIR ?? '', 'emcee.log');
    const bot = new BotProcess({
      entry: options.entry ?? botEntry,
      env: botEnv,
      logPath,
      onError: (sentence) => console.error(`[bot] ${sentence}`),
    });
    stopping.again = () => bot.kill();
    void bot.ready.then(() => console.log(welcome(standIns, logPath)));
    const exit = await Promise.race([bot.exited, stopping.asked]);
    if (!exit) {
      await bot.stop(options.botPatienceMs ?? defaultBotPatienceMs);
      return 0;
    }
    console.error(obituary(exit, logPath));
    return 1;
  });
}

/** Starts all stand-ins and no bot, until a signal to stop comes. Resolves to the exit code. */
export async function runStandIns(env: Environment): Promise<number> {
  return supervise({ discord: true, service: true }, env, async (standIns, stopping) => {
    console.log(addresses(standIns, { voicesPath, voice: defaultVoice }));
    await stopping.asked;
    return 0;
  });
}

/** What the bot is told of the stand-ins that run. */
function standInAddresses({ discord, service }: StandIns, env: Environment): StandInAddresses {
  return {
    ...(discord
      ? {
          discord: {
            apiUrl: discord.apiUrl,
            botToken: discord.botToken,
            trustPath: trustFile(discord.voice.certificatePath, env.NODE_EXTRA_CA_CERTS),
          },
        }
      : {}),
    ...(service
      ? {
          service: {
            baseUrl: service.baseUrl,
            apiKey: service.apiKey,
            voicesPath,
            voice: defaultVoice,
            knowledge: {
              basesPath,
              accessKeyId: service.knowledge.settings.accessKeyId,
              accessKeySecret: service.knowledge.settings.accessKeySecret,
            },
          },
        }
      : {}),
  };
}

interface Stopping {
  /** Resolves (to nothing) with the first signal to stop. */
  readonly asked: Promise<undefined>;
  /** What a second signal does before everything ends at once. */
  again: () => void;
}

async function supervise(
  wanted: Wanted,
  env: Environment,
  use: (standIns: StandIns, stopping: Stopping) => Promise<number>,
): Promise<number> {
  const asked = Promise.withResolvers<undefined>();
  const stopping: Stopping = { asked: asked.promise, again: () => {} };
  const forget = onStopSignals(
    () => asked.resolve(undefined),
    () => {
      stopping.again();
      process.exit(130);
    },
  );
  try {
    const starting = startStandIns(wanted, readSettings(env), env);
    const standIns = await Promise.race([starting, stopping.asked]);
    if (!standIns) {
      // Stopped while starting: nothing holds a record yet, so nothing needs to be closed in order.
      starting.catch(() => undefined);
      return 0;
    }
    const code = await use(standIns, stopping);
    await Promise.race([standIns.close(), after(standInPatienceMs)]);
    return code;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    forget();
  }
}

function obituary({ code, signal, lastWords }: BotExit, logPath: string): string {
  const how = signal ? `was ended by ${signal}` : `stopped with exit code ${code}`;
  const words =
    lastWords.length > 0 ? `\nIts last words:\n${lastWords.map((line) => `  ${line}`).join('\n')}` : '';
  return `The bot ${how}.${words}\nEverything it wrote is in ${logPath}.`;
}

function after(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exit(await runStandIns(process.env));
}

import { fileURLToPath } from 'node:url';
import { BotProcess } from '../launch/bot-process.ts';
import { takeOverEnvFile } from '../launch/env-file.ts';
import { keepRunning } from '../launch/keep-running.ts';
import { claimLog } from '../launch/log-file.ts';
import { listenForStop, type Stopping } from '../launch/stopping.ts';
import { addresses, patience, welcome } from './launch/announcements.ts';
import { botEnvironment, type StandInAddresses } from './launch/bot-environment.ts';
import { SandboxError } from './launch/sandbox-error.ts';
import { type Environment, readSettings } from './launch/settings.ts';
import { type StandIns, startStandIns, type Wanted } from './launch/stand-ins.ts';
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
 * bot ends for good. Resolves to the exit code for the launcher.
 */
export async function startSandbox(options: SandboxOptions): Promise<number> {
  const env = options.env ?? process.env;
  return supervise(options, env, async (standIns, stopping) => {
    const botEnv = botEnvironment(env, standInAddresses(standIns, env));
    const log = claimLog(botEnv.DATA_DIR ?? '');
    let greeted = false;
    return await keepRunning({
      start: () => {
        const bot = new BotProcess({
          entry: options.entry ?? botEntry,
          env: botEnv,
          log: { path: log.path, onError: (sentence) => console.error(`[bot] ${sentence}`) },
        });
        void bot.ready.then(() => {
          console.log(greeted ? 'The bot is back.' : welcome(standIns, log.path));
          greeted = true;
        });
        return bot;
      },
      stopping,
      patienceMs: options.botPatienceMs ?? defaultBotPatienceMs,
      say: (sentence) => console.error(sentence),
      where: `in ${log.path}`,
    }).finally(() => log.release());
  });
}

/** Starts all stand-ins and no bot, until a signal to stop comes. Resolves to the exit code. */
export async function runStandIns(env: Environment): Promise<number> {
  return supervise({ discord: true, service: true }, env, async (standIns, stopping) => {
    console.log(addresses(standIns.pageUrl, standInAddresses(standIns, env)));
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

async function supervise(
  wanted: Wanted,
  env: Environment,
  use: (standIns: StandIns, stopping: Stopping) => Promise<number>,
): Promise<number> {
  const stopping = listenForStop();
  try {
    const settings = readSettings(env);
    console.log(patience);
    const starting = startStandIns(wanted, settings, env);
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
    stopping.forget();
  }
}

function after(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

if (import.meta.main) {
  takeOverEnvFile();
  process.exit(await runStandIns(process.env));
}

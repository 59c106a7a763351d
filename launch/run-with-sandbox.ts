import { fileURLToPath } from 'node:url';
import { environmentOf } from '../sandbox/launch/environment.ts';
import { SandboxError } from '../sandbox/launch/sandbox-error.ts';
import { readSettings } from '../sandbox/launch/settings.ts';
import { type StandIns, startStandIns, type Wanted } from '../sandbox/launch/stand-ins.ts';
import { decidedExitCode } from '../src/operations/stop-signals.ts';
import { botEnvironment } from './bot-environment.ts';
import { BotProcess } from './bot-process.ts';
import { keepRunning } from './keep-running.ts';
import { type ClaimedLog, claimLog } from './log-file.ts';
import { listenForStop, type Stopping } from './stopping.ts';
import { welcome } from './welcome.ts';

export interface SandboxOptions extends Wanted {
  /** The bot's program. */
  readonly entry?: string;
  /** How long the bot may take to stop before it is killed. */
  readonly botPatienceMs?: number;
}

/** For the bot and for the stand-ins after it: together less than 5 s. */
const defaultBotPatienceMs = 4_000;
const standInPatienceMs = 700;

const botEntry = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/**
 * Starts the stand-ins that are wanted and the bot against them, and keeps them until a signal to stop comes or the
 * bot ends for good. Resolves to the exit code for the launcher.
 */
export async function runWithSandbox(options: SandboxOptions): Promise<number> {
  const stopping = listenForStop();
  try {
    const settings = readSettings(process.env);
    console.log('Starting the stand-ins. The first time, this can take half a minute…');
    const starting = startStandIns(options, settings, process.env);
    const standIns = await Promise.race([starting, stopping.asked]);
    if (!standIns) {
      // Stopped while starting: nothing holds a record yet, so nothing needs to be closed in order.
      starting.catch(() => undefined);
      return 0;
    }
    const code = await runBotWith(standIns, stopping, options);
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

async function runBotWith(
  standIns: StandIns,
  stopping: Stopping,
  { entry = botEntry, botPatienceMs = defaultBotPatienceMs }: SandboxOptions,
): Promise<number> {
  const env = botEnvironment(process.env, environmentOf(standIns, process.env));
  const log = claimedLog(env.DATA_DIR ?? '');
  if (!log) return decidedExitCode;
  let greeted = false;
  return await keepRunning({
    start: () => {
      const bot = new BotProcess({
        entry,
        env,
        log: { path: log.path, onError: (sentence) => console.error(`[bot] ${sentence}`) },
      });
      void bot.ready.then(() => {
        console.log(greeted ? 'The bot is back.' : welcome(standIns, log.path));
        greeted = true;
      });
      return bot;
    },
    stopping,
    patienceMs: botPatienceMs,
    say: (sentence) => console.error(sentence),
    where: `in ${log.path}`,
  }).finally(() => log.release());
}

function claimedLog(folder: string): ClaimedLog | undefined {
  try {
    return claimLog(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    console.error(`Can't write to DATA_DIR (${folder}): ${reason}`);
    return undefined;
  }
}

function after(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

import { decidedExitCode } from '../src/operations/stop-signals.ts';
import type { BotExit } from './bot-process.ts';
import { maxRestarts, Restarts } from './restarts.ts';
import type { Stopping } from './stopping.ts';

interface RunningBot {
  readonly exited: Promise<BotExit>;
  stop(patienceMs: number): Promise<void>;
  kill(): void;
}

export interface KeepRunningOptions {
  readonly start: () => RunningBot;
  readonly stopping: Stopping;
  /** How long the bot may take to stop before it is killed. */
  readonly patienceMs: number;
  readonly say: (sentence: string) => void;
  /** Where everything that the bot wrote can be read. */
  readonly where: string;
  readonly now?: () => number;
  readonly sleep?: (durationMs: number) => Promise<void>;
}

/**
 * Starts the bot, and again when it dies, until it is told to stop, ends on purpose or dies too often. Resolves to the
 * launcher's exit code.
 */
export async function keepRunning(options: KeepRunningOptions): Promise<number> {
  const { start, stopping, patienceMs, say, where, now = Date.now, sleep = after } = options;
  const restarts = new Restarts();
  for (;;) {
    const bot = start();
    stopping.again = () => bot.kill();
    const exit = await Promise.race([bot.exited, stopping.asked]);
    if (!exit) {
      await bot.stop(patienceMs);
      return 0;
    }
    say(obituary(exit, where));
    if (exit.code === 0 || exit.code === decidedExitCode) return exit.code;
    const delayMs = restarts.next(now());
    if (delayMs === undefined) {
      say(
        `That's ${maxRestarts + 1} crashes within 10 minutes, so I'm not starting it again. Fix the cause, then run npm start.`,
      );
      return 1;
    }
    say(
      `Starting it again in ${delayMs / 1000} s (restart ${restarts.recent} of ${maxRestarts} in 10 minutes).`,
    );
    const waited = await Promise.race([sleep(delayMs).then(() => true), stopping.asked]);
    if (!waited) return 0;
  }
}

function obituary({ code, signal, lastWords }: BotExit, where: string): string {
  const how = signal ? `was ended by ${signal}` : `stopped with exit code ${code}`;
  const words =
    lastWords.length > 0
      ? `\nThe last lines of its log:\n${lastWords.map((line) => `  ${line}`).join('\n')}`
      : '';
  return `The bot ${how}.${words}\nEverything it wrote is ${where}.`;
}

function after(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

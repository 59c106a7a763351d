import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../sandbox/test/support/program-environment.ts';

const program = fileURLToPath(new URL('./bot-program.ts', import.meta.url));

/** Where the suite puts the whole bot into one file. */
export const bundledBot = new URL('../../node_modules/.cache/emcee-programs/bot.mjs', import.meta.url);

export interface BotProcess {
  readonly pid: number;
  /** Everything it printed, for a failing test to show. */
  readonly output: () => string;
  /** Neither killed nor ended by itself. */
  readonly isRunning: boolean;
  /** Pushes the clock of a bot that was started with one; resolves once all that was due has begun, or the bot is gone. */
  push(ms: number): Promise<void>;
  /** SIGKILL, as a crash or the kernel would; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator would; resolves to the exit code. */
  stop(): Promise<number | null>;
}

export interface BotClock {
  /** How far it is before real time at the start. */
  readonly aheadMs: number;
}

/**
 * Starts the real bot as a process of its own and waits until it says that it is ready. With a clock of its own, its time
 * can be pushed.
 */
export async function startBot(env: Readonly<Record<string, string>>, clock?: BotClock): Promise<BotProcess> {
  // Who counts what runs in it wants the files as they are written.
  const { BUNDLED_BOT: bundle } = env.NODE_OPTIONS ? {} : process.env;
  const child = spawn(process.execPath, [bundle ?? program], {
    env: {
      ...programEnvironment(),
      NODE_NO_WARNINGS: '1',
      LOG_LEVEL: 'info',
      HEALTH_LISTEN: 'off',
      BACKUP_EVERY_HOURS: '0',
      ...(clock ? { CLOCK_AHEAD_MS: String(clock.aheadMs) } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the bot ended with ${String(code)} before it was ready:\n${output}`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    get isRunning() {
      return child.connected && child.exitCode === null && child.signalCode === null;
    },
    push: async (pushMs) => {
      if (!child.connected) return;
      const done = new AbortController();
      const { signal } = done;
      const confirmed = [once(child, 'message', { signal }), once(child, 'exit', { signal })];
      child.send({ pushMs }, () => undefined);
      await Promise.race(confirmed);
      done.abort();
      await Promise.allSettled(confirmed);
    },
    kill: async () => await end(child, 'SIGKILL').then(() => undefined),
    stop: async () => await end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return typeof code === 'number' ? code : null;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface BotProcess {
  /** Everything it printed, for a failing test to show. */
  readonly output: () => string;
  /** SIGKILL, as a crash or the kernel would; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator would; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the real bot as a process of its own and waits until it says that it is ready. */
export async function startBot(env: Readonly<Record<string, string>>): Promise<BotProcess> {
  const child = spawn(process.execPath, [entry], {
    env: { ...programEnvironment(), NODE_NO_WARNINGS: '1', LOG_LEVEL: 'info', ...env },
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
    output: () => output,
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

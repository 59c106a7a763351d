import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { LastWords } from './last-words.ts';

export interface BotProcessOptions {
  /** The program: a file that Node runs. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Everything the process writes goes here; its errors also to `onError`. */
  readonly logPath: string;
  readonly onError: (sentence: string) => void;
}

export interface BotExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lastWords: readonly string[];
}

/** The bot as a child process with the same Node; it says by IPC (`{ ready: true }`) that it is logged in. */
export class BotProcess {
  /** Resolves once; never when the process dies before. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone and all it wrote was read. */
  readonly exited: Promise<BotExit>;
  readonly #child: ChildProcess;

  constructor({ entry, env, logPath, onError }: BotProcessOptions) {
    mkdirSync(dirname(logPath), { recursive: true });
    const log = createWriteStream(logPath, { flags: 'a' });
    const lastWords = new LastWords();
    // A group of its own, so that Ctrl-C in the terminal reaches the launcher only, which then stops it in order.
    const child = spawn(process.execPath, [entry], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const heard = (line: string) => {
      log.write(`${line}\n`);
      const sentence = lastWords.hear(line);
      if (sentence) onError(sentence);
    };
    readLines(child.stdout, heard);
    readLines(child.stderr, heard);

    const ready = Promise.withResolvers<void>();
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message && message.ready) {
        ready.resolve();
      }
    });
    this.ready = ready.promise;

    const exited = Promise.withResolvers<BotExit>();
    child.once('error', exited.reject);
    child.once('close', (code, signal) => {
      log.end();
      exited.resolve({ code, signal, lastWords: lastWords.lines });
    });
    this.exited = exited.promise;
  }

  /** Asks the process to end, and ends it when it has not done so in time. */
  async stop(patienceMs: number): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), patienceMs);
    await this.exited.catch(() => undefined);
    clearTimeout(timer);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function readLines(stream: Readable | null, heard: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', heard);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { keepToOwner, makeOwnFolder } from '../src/operations/own-files.ts';
import { LastWords } from './last-words.ts';

export interface BotProcessOptions {
  /** The program: a file that Node runs. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where everything that the process writes goes, with its errors also told; else it writes to the terminal. */
  readonly log?: { readonly path: string; readonly onError: (sentence: string) => void };
}

export interface BotExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Empty when the terminal has them. */
  readonly lastWords: readonly string[];
}

/** A tenth less memory at the peak for no more CPU (`docs/measurements.md`, memory). */
const smallYoungHeap = '--max-semi-space-size=8';

/** The bot as a child process with the same Node; it says by IPC (`{ ready: true }`) that it is logged in. */
export class BotProcess {
  /** Resolves once; never when the process dies before. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone and all it wrote was read. */
  readonly exited: Promise<BotExit>;
  readonly #child: ChildProcess;

  constructor({ entry, env, log }: BotProcessOptions) {
    const output = log ? 'pipe' : 'inherit';
    // A group of its own, so that Ctrl-C in the terminal reaches the launcher only, which then stops it in order.
    const child = spawn(process.execPath, [smallYoungHeap, entry], {
      env,
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    this.#child = child;
    const written = log ? writtenTo(child, log) : undefined;

    const ready = Promise.withResolvers<void>();
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message && message.ready) {
        ready.resolve();
      }
    });
    this.ready = ready.promise;

    const exited = Promise.withResolvers<BotExit>();
    child.once('error', exited.reject);
    child.once('close', (code, signal) => exited.resolve({ code, signal, lastWords: written?.end() ?? [] }));
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

/** Writes all output of the process down; what `end` returns are its last words. */
function writtenTo(child: ChildProcess, { path, onError }: NonNullable<BotProcessOptions['log']>) {
  makeOwnFolder(dirname(path));
  keepToOwner(path);
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const lastWords = new LastWords();
  const heard = (line: string) => {
    file.write(`${line}\n`);
    const sentence = lastWords.hear(line);
    if (sentence) onError(sentence);
  };
  readLines(child.stdout, heard);
  readLines(child.stderr, heard);
  return {
    end: () => {
      file.end();
      return lastWords.lines;
    },
  };
}

function readLines(stream: Readable | null, heard: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', heard);
}

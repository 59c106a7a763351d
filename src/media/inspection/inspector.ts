import { type ChildProcess, spawn } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Clock, timedOut, withTimeout } from '../../operations/clock.ts';
import { ownProgramEnvironment } from '../../operations/own-programs.ts';
import type { Inspection, InspectionJob } from './reading.ts';

/** Starting takes long on a busy machine, and that's not the file's fault. */
const startLimitMs = 30_000;

/** What a process may say: it has read strangers' files, so its messages are checked, too. */
const messageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ready') }),
  z.object({ is: z.literal('read'), reading: z.unknown().default(undefined) }),
  z.object({ is: z.literal('unread'), why: z.enum(['too-slow', 'died', 'failed']) }),
]);
type Answer = z.infer<typeof messageSchema> | { readonly is: 'gone' };

/** One process that reads files, one after another. If it takes too long or dies, it's replaced. */
export class Inspector {
  readonly #process: InspectorProcess;
  readonly #clock: Clock;
  #answer = Promise.withResolvers<Answer>();
  #alive = true;

  /** @throws if the process can't be started */
  constructor(spawn: SpawnInspector, clock: Clock) {
    this.#clock = clock;
    this.#process = spawn();
    this.#process.on('message', (message) => {
      const said = messageSchema.safeParse(message);
      if (said.success) this.#answer.resolve(said.data);
      else this.end();
    });
    for (const event of ['exit', 'error', 'disconnect'] as const) {
      this.#process.on(event, () => this.end());
    }
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Resolves to whether it can take files. */
  async ready(): Promise<boolean> {
    const answer = await this.#within(startLimitMs);
    if (answer?.is !== 'ready') this.end();
    return this.#alive;
  }

  /** Reads a file. If that takes longer than `limitMs`, the process is given up. */
  async read(job: InspectionJob, limitMs: number): Promise<Inspection<unknown>> {
    this.#answer = Promise.withResolvers();
    if (!this.#alive) return { is: 'unread', why: 'died' };
    this.#process.send(job, (error) => error && this.end());
    const answer = await this.#within(limitMs);
    if (answer?.is === 'read' || answer?.is === 'unread') return answer;
    this.end();
    return { is: 'unread', why: answer ? 'died' : 'too-slow' };
  }

  /** Even an endless loop can't survive this, so nobody waits for it. */
  end(): void {
    this.#alive = false;
    this.#answer.resolve({ is: 'gone' });
    this.#process.kill('SIGKILL');
  }

  async #within(limitMs: number): Promise<Answer | undefined> {
    let answer: Answer | undefined;
    const answered = this.#answer.promise.then((given) => {
      answer = given;
    });
    // After a blocked event loop, the timer fires first although the answer is already there.
    if ((await withTimeout(answered, limitMs, this.#clock)) === timedOut) await turn();
    return answer;
  }
}

/** What the bot sees of an inspector's process. Tests bring their own. */
export interface InspectorProcess {
  on(event: 'message' | 'exit' | 'error' | 'disconnect', listener: (message: unknown) => void): unknown;
  send(job: InspectionJob, done: (error: Error | null) => void): unknown;
  kill(signal: 'SIGKILL'): unknown;
}

export type SpawnInspector = () => InspectorProcess;

/** An honest file takes a few megabytes. One made to fill the memory only ends its own reader. */
const maxHeapMegabytes = 128;

/**
 * Starts a process that reads files. It gets none of the bot's environment, which has secrets and options for Node, and
 * none of its flags, since two processes can't share a debugger's port.
 */
export function spawnInspector(
  entry = new URL('./process.ts', import.meta.url),
  heapMegabytes = maxHeapMegabytes,
): InspectorProcess {
  const args = [`--max-old-space-size=${heapMegabytes}`, fileURLToPath(entry)];
  const child = spawn(process.execPath, args, {
    env: ownProgramEnvironment,
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  return unattached(child);
}

/** Decoding needs a buffer and the codec. */
const decoderHeapMegabytes = 48;
/** One thread, too: a recording is decoded in a second or two, and threads that compile cost memory. */
const decoderFlags = [
  `--max-old-space-size=${decoderHeapMegabytes}`,
  '--max-semi-space-size=1',
  '--v8-pool-size=0',
];

/**
 * Starts a process that decodes sound, and the programs it starts for that: they're a group, which ends as a whole with its
 * owner, or when it takes too long.
 * @param compiled a folder for compiled code: compiling TypeScript takes 20 MB
 */
export function spawnDecoder(
  compiled = ownProgramEnvironment.NODE_COMPILE_CACHE,
  entry = new URL('./process.ts', import.meta.url),
): InspectorProcess {
  const child = spawn(process.execPath, [...decoderFlags, fileURLToPath(entry)], {
    env: { ...ownProgramEnvironment, NODE_COMPILE_CACHE: compiled },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
    detached: true,
  });
  unattached(child);
  return {
    on: (event, listener) => child.on(event, listener),
    send: (job, done) => child.send(job, done),
    kill: (signal) => endGroup(child.pid, signal) || child.kill(signal),
  };
}

/** It must not keep the bot or a test from ending. */
function unattached(child: ChildProcess): ChildProcess {
  child.unref();
  child.channel?.unref();
  child.stdin?.on('error', () => undefined);
  return child;
}

/** False if there are no groups, or nothing is left. */
function endGroup(pid: number | undefined, signal: 'SIGKILL'): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

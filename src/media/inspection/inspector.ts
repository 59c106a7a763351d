import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../operations/clock.ts';
import type { Inspection, InspectionJob } from './reading.ts';
import type { InspectorProcess, SpawnInspector } from './spawn.ts';

/** Starting is work for a busy machine; it says nothing about the file. */
const startLimitMs = 30_000;

type Answer = { readonly is: 'ready' } | { readonly is: 'gone' } | Inspection<unknown>;

/** One process that reads files, one after another. Once it has taken too long or died it's of no more use. */
export class Inspector {
  readonly #process: InspectorProcess;
  readonly #clock: Clock;
  #answer = Promise.withResolvers<Answer>();
  #alive = true;

  /** @throws whatever starting a process throws */
  constructor(spawn: SpawnInspector, clock: Clock) {
    this.#clock = clock;
    this.#process = spawn();
    this.#process.on('message', (message) => this.#answer.resolve(message as Answer));
    for (const event of ['exit', 'error', 'disconnect'] as const) {
      this.#process.on(event, () => this.end());
    }
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Resolves to whether it can be given files. */
  async ready(): Promise<boolean> {
    const answer = await this.#within(startLimitMs);
    if (answer?.is !== 'ready') this.end();
    return this.#alive;
  }

  /** Reads a file; what takes longer than `limitMs` is given up, together with the process. */
  async read(job: InspectionJob, limitMs: number): Promise<Inspection<unknown>> {
    this.#answer = Promise.withResolvers();
    if (!this.#alive) return { is: 'unread', why: 'died' };
    this.#process.send(job, (error) => error && this.end());
    const answer = await this.#within(limitMs);
    if (answer?.is === 'read' || answer?.is === 'unread') return answer;
    this.end();
    return { is: 'unread', why: answer ? 'died' : 'too-slow' };
  }

  /** Not even a process in an endless loop survives this, so nobody waits for it. */
  end(): void {
    this.#alive = false;
    this.#answer.resolve({ is: 'gone' });
    this.#process.kill('SIGKILL');
  }

  async #within(limitMs: number): Promise<Answer | undefined> {
    const answered = new AbortController();
    const late = this.#clock.sleep(limitMs, answered.signal).catch(() => undefined);
    try {
      // After a blocked event loop the timer comes first, although the answer has long been there.
      return await Promise.race([this.#answer.promise, late.then(async () => await turn(undefined))]);
    } finally {
      answered.abort();
    }
  }
}

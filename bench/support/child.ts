import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ZodType } from 'zod';

export interface ChildOptions {
  /** The program, seen from the project's root. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Node's own options. */
  readonly nodeOptions?: readonly string[];
}

const patienceMs = 8_000;
const keptOutput = 4_000;

/** A process of the measurement that talks by messages. It is gone when the block that uses it is left. */
export class Child implements AsyncDisposable {
  readonly #script: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #unread: unknown[] = [];
  #wake = () => {};
  #output = '';

  constructor({ script, args = [], env = {}, nodeOptions = [] }: ChildOptions) {
    const entry = fileURLToPath(new URL(`../../${script}`, import.meta.url));
    this.#script = script;
    this.#process = spawn(process.execPath, [...nodeOptions, entry, ...args], {
      env: { PATH: process.env.PATH ?? '', NODE_NO_WARNINGS: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#exited = once(this.#process, 'exit').catch((error: unknown) => this.#keep(String(error)));
    this.#process.on('message', (message) => {
      this.#unread.push(message);
      this.#wake();
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#keep(text));
    }
  }

  send(message: object): void {
    this.#process.send(message);
  }

  /** The first message of that shape that was not received yet. @throws Error when it ends, or is silent for too long */
  async receive<Message>(schema: ZodType<Message>, timeoutMs: number): Promise<Message> {
    const silence = once(AbortSignal.timeout(timeoutMs), 'abort').then(
      () => `said nothing for ${timeoutMs} ms`,
    );
    const end = this.#exited.then(() => 'ended too early');
    for (let trouble = ''; ; ) {
      const message = this.#take(schema);
      if (message !== undefined) return message;
      if (trouble) throw new Error(`${this.#script} ${trouble}. Its last output:\n${this.#output}`);
      const arrival = new Promise<string>((resolve) => {
        this.#wake = () => resolve('');
      });
      trouble = await Promise.race([arrival, silence, end]);
    }
  }

  /** Asked to end, ended when it does not. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { exitCode, signalCode, pid } = this.#process;
    if (exitCode !== null || signalCode !== null || pid === undefined) return;
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), patienceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #take<Message>(schema: ZodType<Message>): Message | undefined {
    for (const [index, message] of this.#unread.entries()) {
      const parsed = schema.safeParse(message);
      if (!parsed.success) continue;
      this.#unread.splice(index, 1);
      return parsed.data;
    }
    return undefined;
  }

  #keep(text: string): void {
    this.#output = (this.#output + text).slice(-keptOutput);
  }
}

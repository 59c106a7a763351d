import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../../sandbox/test/support/program-environment.ts';
import type { StressBotSettings, StressOrder, StressPush, StressReport } from './stress-messages.ts';

const entry = fileURLToPath(new URL('./stress-bot.ts', import.meta.url));
const keptOutput = 20_000;

/** `stress-bot.ts` as a process, so that it can be killed as a process is. */
export class StressBotProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = '';
  #killed = false;

  constructor(settings: StressBotSettings, hear: (report: StressReport) => void) {
    this.#child = spawn(process.execPath, [entry], {
      env: { ...programEnvironment(), NODE_NO_WARNINGS: '1', STRESS_BOT: JSON.stringify(settings) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#exited = once(this.#child, 'exit');
    this.#child.on('message', (report: StressReport) => hear(report));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutput);
    });
  }

  /** Resolves to what it complained about last, when it ends without having been killed. */
  async ended(): Promise<string> {
    await this.#exited;
    return this.#killed ? await new Promise<never>(() => undefined) : `the bot ended:\n${this.#output}`;
  }

  /** Lost when it is gone. */
  send(order: StressOrder | StressPush): void {
    if (this.#child.connected) this.#child.send(order);
  }

  /** SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#killed = true;
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

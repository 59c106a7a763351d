import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownProgramEnvironment } from '../operations/own-programs.ts';

const program = fileURLToPath(new URL('./erase-program.ts', import.meta.url));

/** Moves the log of a store into it, from a process of its own. @throws {Error} while it's being read */
export async function moveLogOf(path: string): Promise<void> {
  await using child = new EraseProgram([path]);
  await child.answer();
}

/**
 * The same, and then erases what the file has of the text besides what stands in records. Resolves to whether there was something.
 * @param standAside has nobody else write while it's erased @throws {Error} if it couldn't
 */
export async function eraseTracesOf(
  path: string,
  text: string,
  standAside: (work: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> {
  await using child = new EraseProgram([path, text]);
  if ((await child.answer()) === 0) return false;
  await standAside(async () => await child.goOn());
  return true;
}

/** It answers once or twice, or says what's wrong, and ends with us. */
class EraseProgram implements AsyncDisposable {
  readonly #child;
  readonly #ended: Promise<unknown>;

  constructor(args: readonly string[]) {
    this.#child = fork(program, args, {
      execArgv: [],
      env: ownProgramEnvironment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#ended = new Promise((resolve) => {
      // Without the second, a program that can't be started would end ours.
      for (const event of ['exit', 'error']) this.#child.once(event, resolve);
    });
  }

  async answer(): Promise<number> {
    const told = await new Promise((resolve) => {
      this.#child.once('message', resolve);
      void this.#ended.then(() => resolve('it ended too soon'));
    });
    if (typeof told === 'number') return told;
    throw new Error(`the store's log wasn't moved: ${String(told)}`);
  }

  async goOn(): Promise<void> {
    const answer = this.answer();
    this.#child.send('erase');
    await answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}

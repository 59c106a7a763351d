import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { makeOwnFolder } from '../operations/own-files.ts';
import { ownProgramEnvironment } from '../operations/own-programs.ts';
import { Rounds } from '../operations/rounds.ts';

/** Copies the store into a file and restores that on trial. @throws {Error} if either fails; then there's no file */
export type MakeBackUp = (copy: string, signal: AbortSignal) => Promise<void>;

export interface BackUpsParts {
  readonly folder: string;
  readonly everyMs: number;
  /** How many are kept. */
  readonly most: number;
  readonly make: MakeBackUp;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the newest one is too old, whenever that was looked at. */
  readonly onAge?: ((tooOld: boolean) => void) | undefined;
}

const named = /^emcee-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
/** The start has enough to do. */
const firstAfterMs = 60_000;
const retryMs = 10 * 60_000;
/** Some may fail before anybody has to know. */
const tooOldRounds = 2;

/** Back-ups that nobody has to remember: as often as the bot's owner wants, each restored on trial, the oldest ones deleted. */
export class BackUps {
  readonly #parts: BackUpsParts;
  readonly #rounds: Rounds;
  #openedAt = Number.POSITIVE_INFINITY;

  constructor(parts: BackUpsParts) {
    this.#parts = parts;
    const { clock, log } = parts;
    this.#rounds = new Rounds({
      ...{ name: 'back-ups', clock, log, atOnce: 1, retryMs },
      work: async (_, signal) => await this.#round(signal),
    });
  }

  /** Since the newest one that was restored on trial; undefined if there's none. */
  get ageMs(): number | undefined {
    const [newest] = backUpsIn(this.#parts.folder);
    return newest && Math.max(0, this.#parts.clock.now() - newest.madeAt);
  }

  open(): void {
    const { clock } = this.#parts;
    this.#openedAt = clock.now();
    this.#rounds.schedule('next', Math.max(clock.now() + firstAfterMs, this.#dueAt()));
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #round(signal: AbortSignal): Promise<number> {
    const { clock, log, folder, make, most, everyMs } = this.#parts;
    try {
      makeOwnFolder(folder);
      const since = clock.now();
      const copy = join(folder, nameAt(since));
      await make(copy, signal);
      log.info({ copy, tookMs: clock.now() - since }, 'backed up, and restored on trial');
      for (const { name } of backUpsIn(folder).slice(most)) rmSync(join(folder, name), { force: true });
      return since + everyMs;
    } catch (error) {
      signal.throwIfAborted();
      log.error({ err: error }, "couldn't back up the store; trying again");
      return clock.now() + retryMs;
    } finally {
      this.#tellAge();
    }
  }

  #tellAge(): void {
    const { everyMs, clock, onAge } = this.#parts;
    const ageMs = this.ageMs ?? clock.now() - this.#openedAt;
    onAge?.(ageMs > tooOldRounds * everyMs);
  }

  #dueAt(): number {
    const { clock, everyMs } = this.#parts;
    const ageMs = this.ageMs;
    return ageMs === undefined ? clock.now() : clock.now() + Math.max(0, everyMs - ageMs);
  }
}

/** The back-ups there, newest first. What isn't named like ours isn't ours. */
export function backUpsIn(folder: string): readonly { readonly name: string; readonly madeAt: number }[] {
  return namesIn(folder)
    .flatMap((name) => {
      const madeAt = timeOf(name);
      return madeAt === undefined ? [] : [{ name, madeAt }];
    })
    .sort((a, b) => b.madeAt - a.madeAt);
}

/** In a process of its own. */
export function backUpOf(dataDir: string): MakeBackUp {
  const program = fileURLToPath(new URL('./back-up-program.ts', import.meta.url));
  const trial = join(dataDir, 'temporary', 'trial');
  return async (copy, signal) => {
    const args = [program, join(dataDir, 'emcee.sqlite'), copy, trial];
    await promisify(execFile)(process.execPath, args, { signal, env: ownProgramEnvironment });
  };
}

function nameAt(at: number): string {
  return `emcee-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}

function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = (named.exec(name) ?? []).map(Number);
  if (year === undefined || month === undefined) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

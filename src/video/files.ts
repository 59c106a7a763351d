import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../operations/clock.ts';

/** The folder in which finished videos wait for their delivery, and are kept for a while after it. */
export class VideoFiles {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #keepMs: number;

  constructor(parts: { folder: string; clock: Clock; keepMs: number }) {
    this.#folder = parts.folder;
    this.#clock = parts.clock;
    this.#keepMs = parts.keepMs;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  /** As the service made it. */
  original(id: string): string {
    return join(this.#folder, `${id}.mp4`);
  }

  /** Re-encoded to fit. */
  shrunk(id: string): string {
    return join(this.#folder, `${id}.small.mp4`);
  }

  async has(path: string): Promise<boolean> {
    return (await modifiedAt(path)) !== undefined;
  }

  async forget(id: string): Promise<void> {
    await Promise.all([rm(this.original(id), { force: true }), rm(this.shrunk(id), { force: true })]);
  }

  /** After a delivery that left something to be wished for, the original stays for as long as the operator says. */
  async release(id: string, worthKeeping: boolean): Promise<void> {
    if (!worthKeeping || this.#keepMs === 0) await this.forget(id);
    else await rm(this.shrunk(id), { force: true });
  }

  /** Removes what was kept long enough; `isNeeded` protects what is still on its way. */
  async sweep(isNeeded: (id: string) => Promise<boolean>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const since = await modifiedAt(path);
      if (since === undefined || this.#clock.now() - since < this.#keepMs) continue;
      const [id = ''] = name.split('.');
      if (!(await isNeeded(id))) await rm(path, { recursive: true, force: true });
    }
  }
}

async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}

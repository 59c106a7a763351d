import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { makeOwnFolder } from '../operations/own-files.ts';
import type { FileStore } from '../storage/files/file-store.ts';

/** Finished videos until their delivery, and for a while after it: in a folder, and in a store if other processes want them, too. */
export class VideoFiles {
  readonly #parts;
  /** Jobs whose file is in the store for all this process knows. */
  readonly #putAway = new Set<string>();
  /** Jobs whose file should be there, but the store didn't take it. */
  readonly #owed = new Set<string>();

  constructor(parts: {
    readonly folder: string;
    readonly clock: Clock;
    readonly log: Logger;
    readonly keepMs: number;
    /** Where other processes find what waits; absent: files only are in this process's folder. */
    readonly store?: FileStore | undefined;
  }) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    makeOwnFolder(this.#parts.folder);
  }

  /** The service's file. */
  original(id: string): string {
    return join(this.#parts.folder, nameOf(id));
  }

  /** The smaller version. */
  shrunk(id: string): string {
    return join(this.#parts.folder, `${id}.small.mp4`);
  }

  async has(path: string): Promise<boolean> {
    return (await modifiedAt(path)) !== undefined;
  }

  /** Whether the original is on this disk now, from the store if need be. @throws FileStoreError */
  async obtain(id: string, signal?: AbortSignal): Promise<boolean> {
    const { store } = this.#parts;
    const path = this.original(id);
    if (await this.has(path)) return true;
    if (!store || !(await store.fetch(nameOf(id), path, signal))) return false;
    this.#putAway.add(id);
    return true;
  }

  /** Jobs whose file is only here, because the store didn't take it. */
  get owed(): readonly string[] {
    return [...this.#owed];
  }

  /** Puts the original into the store; if that fails, it stays here and is `owed`. Resolves to whether it's there. */
  async putAway(id: string, signal?: AbortSignal): Promise<boolean> {
    const { store, log } = this.#parts;
    if (!store) return false;
    if (this.#putAway.has(id)) return true;
    try {
      const path = this.original(id);
      if (!(await this.has(path))) return false;
      await store.put(nameOf(id), path, signal);
      this.#putAway.add(id);
      this.#owed.delete(id);
      return true;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#owed.add(id);
      log.warn({ err: error, job: id }, "couldn't put a video where other processes find it; it waits here");
      return false;
    }
  }

  /** Removes it here and, as far as this process knows of it, in the store; the sweep finds what's left there. */
  async forget(id: string): Promise<void> {
    const { log } = this.#parts;
    await this.#removeHere(id);
    if (!this.#putAway.has(id)) return;
    await this.#removeThere(id).catch((error: unknown) => {
      log.warn({ err: error, job: id }, "couldn't remove a video where files wait; the next sweep does");
    });
  }

  /** Removes it everywhere. @throws FileStoreError if it may still be in the store */
  async erase(id: string): Promise<void> {
    await this.#removeHere(id);
    await this.#removeThere(id);
  }

  /** Which of these jobs have a file in the store. @throws FileStoreError */
  async inStore(ids: ReadonlySet<string>): Promise<readonly string[]> {
    const found: string[] = [];
    if (ids.size > 0 && this.#parts.store)
      for await (const { name } of this.#parts.store.list()) if (ids.has(idIn(name))) found.push(idIn(name));
    return found;
  }

  /** The jobs that have files here. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.#parts.folder).catch(() => []);
    return [...new Set(names.map(idIn))];
  }

  /** After a delivery that could have been better, the original stays for as long as the bot's owner has set. */
  async release(id: string, worthKeeping: boolean): Promise<void> {
    if (!worthKeeping || this.#parts.keepMs === 0) return await this.forget(id);
    await rm(this.shrunk(id), { force: true });
    if (await this.putAway(id)) await this.#removeHere(id);
  }

  /** Removes files that were kept long enough; `isNeeded` protects the ones still needed. */
  async sweep(isNeeded: (id: string) => Promise<boolean>): Promise<void> {
    const { folder } = this.#parts;
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const since = await modifiedAt(path);
      if (since === undefined || !this.#isOld(since)) continue;
      const id = idIn(name);
      if (!(await isNeeded(id))) await rm(path, { recursive: true, force: true });
    }
  }

  /** The same in the store, whichever process put a file there. A file whose job is gone is nobody's any more. */
  async sweepStore(whose: (id: string) => Promise<'needed' | 'kept' | 'nobodys'>): Promise<void> {
    const { store } = this.#parts;
    if (!store) return;
    for await (const { name, at } of store.list()) {
      const id = idIn(name);
      if (name !== nameOf(id)) continue;
      const is = await whose(id);
      if (is === 'nobodys' || (is === 'kept' && this.#isOld(at))) await this.#removeThere(id);
    }
  }

  #isOld(since: number): boolean {
    return this.#parts.clock.now() - since >= this.#parts.keepMs;
  }

  async #removeHere(id: string): Promise<void> {
    this.#owed.delete(id);
    await Promise.all([rm(this.original(id), { force: true }), rm(this.shrunk(id), { force: true })]);
  }

  async #removeThere(id: string): Promise<void> {
    await this.#parts.store?.remove(nameOf(id));
    this.#putAway.delete(id);
  }
}

function nameOf(id: string): string {
  return `${id}.mp4`;
}

function idIn(name: string): string {
  return name.split('.')[0] ?? '';
}

async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStore, FileStoreError, type FileTrouble, type StoredFile } from './file-store.ts';

/** Names that aren't files yet. */
const unfinished = '.part';

/** A folder that several machines have, such as one on a file server. It has to be there: an empty mount point isn't it. */
export class FolderStore implements FileStore {
  readonly kind = 'folder';
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async probe(): Promise<void> {
    const path = this.#path(`probe-${randomUUID()}${unfinished}`);
    await inFolder(writeFile(path, 'x', { mode: 0o600, flag: 'wx' }));
    await inFolder(rm(path));
  }

  async put(name: string, path: string, signal?: AbortSignal): Promise<void> {
    await copyWhole(path, this.#path(name), signal);
  }

  async fetch(name: string, path: string, signal?: AbortSignal): Promise<boolean> {
    signal?.throwIfAborted();
    const from = this.#path(name);
    try {
      await stat(from);
    } catch (error) {
      // Without the folder, nobody knows whether there's such a file.
      if (codeOf(error) === 'ENOENT') return await inFolder(stat(this.#folder).then(() => false));
      throw asTrouble(error);
    }
    await copyWhole(from, path, signal);
    return true;
  }

  async remove(name: string): Promise<void> {
    await inFolder(rm(this.#path(name), { force: true }));
  }

  async *list(): AsyncIterable<StoredFile> {
    for (const name of await inFolder(readdir(this.#folder))) {
      const facts = await stat(this.#path(name)).catch(() => undefined);
      if (facts?.isFile()) yield { name, at: facts.mtimeMs };
    }
  }

  async close(): Promise<void> {}

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

/** Under another name until it's on the disk, for its owner only. */
async function copyWhole(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  const part = `${to}.${randomUUID()}${unfinished}`;
  try {
    const into = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(createReadStream(from), into, signal ? { signal } : {});
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    signal?.throwIfAborted();
    throw asTrouble(error);
  }
}

async function inFolder<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    throw asTrouble(error);
  });
}

const troubles: Readonly<Record<string, FileTrouble>> = {
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ESTALE: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'unreachable',
};

function asTrouble(error: unknown): FileStoreError {
  const code = codeOf(error);
  return new FileStoreError(troubles[code] ?? 'failing', code, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

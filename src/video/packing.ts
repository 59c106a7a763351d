import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { makeOwnFolder } from '../operations/own-files.ts';

/** What's known about a finished file. */
interface FilmFacts {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

export interface Film extends FilmFacts {
  readonly path: string;
  readonly bytes: number;
}

/**
 * `no-video`: it isn't an MP4 with an H.264 track. `uninspected`: reading it took too long or too much memory, so
 * nobody knows.
 */
type NoFilm = 'no-video' | 'uninspected';

/** What's sent: the file, a smaller version, or the service's link with the reason. */
export type PackedVideo =
  | { readonly as: 'file'; readonly path: string; readonly seconds: number }
  | { readonly as: 'shrunk'; readonly path: string; readonly seconds: number; readonly limitBytes: number }
  | { readonly as: 'link'; readonly reason: LinkReason; readonly seconds?: number | undefined };

/** Why it's a link. `not-taken`: the file is there, but couldn't be posted. `uninspected`: nobody knows what it is. */
export type LinkReason = 'too-large' | 'too-slow' | 'not-taken' | 'uninspected';

/** What's being done with a file right now, for the panel. */
export type Activity = { readonly what: 'fetching' } | { readonly what: 'shrinking'; readonly share: number };

/** Where an address comes from; Discord's are trusted. */
export type AddressGiver = 'service' | 'discord';

export interface PackingParts {
  readonly files: VideoFiles;
  readonly log: Logger;
  /** Streams an address to a path; rejects with a `DownloadError`. */
  readonly download: (
    url: string,
    path: string,
    signal: AbortSignal,
    giver: AddressGiver,
  ) => Promise<{ bytes: number }>;
  /** Whether an address of the service may be downloaded and shown to people. */
  readonly mayFollow: (url: string) => boolean;
  readonly inspect: (path: string) => Promise<FilmFacts | NoFilm>;
  /** Re-encodes to fit; undefined without ffmpeg. Resolves to undefined if the quality would be too low. */
  readonly shrink:
    | ((
        film: Film,
        to: string,
        maxBytes: number,
        signal: AbortSignal,
        onProgress: (share: number) => void,
      ) => Promise<{ bytes: number } | undefined>)
    | undefined;
}

/** Downloads finished videos and makes them fit: as it is → smaller → link. */
export class Packing {
  readonly #parts: PackingParts;

  constructor(parts: PackingParts) {
    this.#parts = parts;
  }

  /**
   * A job's film, from disk or from an address.
   * @throws DownloadError
   */
  async film(
    id: string,
    url: string,
    signal: AbortSignal,
    giver: AddressGiver = 'service',
  ): Promise<Film | NoFilm> {
    const { files, download } = this.#parts;
    const path = files.original(id);
    if (!(await files.has(path))) await download(url, path, signal, giver);
    return (await this.kept(id)) ?? 'no-video';
  }

  /** Whether the service's own link may be downloaded and shown to people. */
  mayFollow(url: string): boolean {
    return this.#parts.mayFollow(url);
  }

  /** A job's film, if it's on disk and is a video; anything else is removed. */
  async kept(id: string): Promise<Film | 'uninspected' | undefined> {
    const { files, inspect } = this.#parts;
    const path = files.original(id);
    if (!(await files.has(path))) return undefined;
    const facts = await inspect(path);
    if (facts === 'uninspected') return facts;
    if (facts !== 'no-video') return { ...facts, path, bytes: (await stat(path)).size };
    await files.forget(id);
    return undefined;
  }

  /** The best way to hand over a film with at most `limitBytes`. */
  async pack(
    id: string,
    film: Film,
    limitBytes: number,
    signal: AbortSignal,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<PackedVideo> {
    const { seconds } = film;
    if (film.bytes <= limitBytes) return { as: 'file', path: film.path, seconds };
    const shrunk = await this.#shrunk(id, film, limitBytes, signal, onProgress);
    if (shrunk) return { as: 'shrunk', path: shrunk, seconds, limitBytes };
    return { as: 'link', reason: 'too-large', seconds };
  }

  async #shrunk(
    id: string,
    film: Film,
    limitBytes: number,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<string | undefined> {
    const { files, shrink, log } = this.#parts;
    if (!shrink) return undefined;
    const to = files.shrunk(id);
    try {
      return (await shrink(film, to, limitBytes, signal, onProgress)) && to;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, job: id }, "couldn't make a video smaller");
      return undefined;
    }
  }
}

/** The folder for finished videos until their delivery, and for a while after it. */
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
    makeOwnFolder(this.#folder);
  }

  /** The service's file. */
  original(id: string): string {
    return join(this.#folder, `${id}.mp4`);
  }

  /** The smaller version. */
  shrunk(id: string): string {
    return join(this.#folder, `${id}.small.mp4`);
  }

  async has(path: string): Promise<boolean> {
    return (await modifiedAt(path)) !== undefined;
  }

  async forget(id: string): Promise<void> {
    await Promise.all([rm(this.original(id), { force: true }), rm(this.shrunk(id), { force: true })]);
  }

  /** The jobs that have files. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return [...new Set(names.map((name) => name.split('.')[0] ?? ''))];
  }

  /** After a delivery that could have been better, the original stays for as long as the bot's owner has set. */
  async release(id: string, worthKeeping: boolean): Promise<void> {
    if (!worthKeeping || this.#keepMs === 0) await this.forget(id);
    else await rm(this.shrunk(id), { force: true });
  }

  /** Removes files that were kept long enough; `isNeeded` protects the ones still needed. */
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

const bytesPerMegabyte = 1024 * 1024;

/** A limit as people say it: whole megabytes, or two digits below ten. Never rounded up. */
export function megabytesOf(bytes: number): number {
  const megabytes = bytes / bytesPerMegabyte;
  if (megabytes >= 10) return Math.floor(megabytes);
  const step = 10 ** (Math.floor(Math.log10(megabytes)) - 1);
  return Number((Math.floor(megabytes / step) * step).toPrecision(2));
}

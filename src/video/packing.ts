import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { DownloadError } from '../media/download-error.ts';
import { FileStoreError } from '../storage/files/file-store.ts';
import type { VideoFiles } from './video-files.ts';

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

/** Whether an address of the service may be downloaded and shown to people. */
export type MayFollow = (url: string) => boolean;

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
   * A job's film: from disk, from its address, or from where another process put it.
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
    if (!(await files.has(path)))
      await download(url, path, signal, giver).catch(async (error: unknown) => {
        if (!(error instanceof DownloadError) || !(await this.#wasPutAway(id, signal))) throw error;
      });
    return (await this.#inspected(id)) ?? 'no-video';
  }

  /** Lets other processes have it, while it waits for its delivery. */
  async putAway(id: string, signal?: AbortSignal): Promise<void> {
    await this.#parts.files.putAway(id, signal);
  }

  /** The store of files not answering changes nothing about why the download failed. */
  async #wasPutAway(id: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#parts.files.obtain(id, signal);
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error;
      this.#parts.log.warn({ err: error, job: id }, "couldn't look for a video where files wait");
      return false;
    }
  }

  /**
   * A job's film, if it's on disk or where another process put it, and is a video; anything else is removed.
   * @throws FileStoreError
   */
  async kept(id: string, signal?: AbortSignal): Promise<Film | 'uninspected' | undefined> {
    return (await this.#parts.files.obtain(id, signal)) ? await this.#inspected(id) : undefined;
  }

  async #inspected(id: string): Promise<Film | 'uninspected' | undefined> {
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

const bytesPerMegabyte = 1024 * 1024;

/** A limit as people say it: whole megabytes, or two digits below ten. Never rounded up. */
export function megabytesOf(bytes: number): number {
  const megabytes = bytes / bytesPerMegabyte;
  if (megabytes >= 10) return Math.floor(megabytes);
  const step = 10 ** (Math.floor(Math.log10(megabytes)) - 1);
  return Number((Math.floor(megabytes / step) * step).toPrecision(2));
}

import type { Logger } from 'pino';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import { DownloadError } from '../media/download-error.ts';
import type { Clock } from '../operations/clock.ts';
import type { Turns } from '../operations/turns.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { JobIn } from './job.ts';
import { type Film, megabytesOf, type Packing, type Parcel, type VideoFiles } from './packing.ts';

export interface BringBackParts {
  readonly messenger: Messenger;
  readonly files: VideoFiles;
  readonly packing: Packing;
  readonly clock: Clock;
  readonly log: Logger;
  /** By job: one at a time uses or removes its files. */
  readonly turns: Turns;
}

/** What there was to see once, and what can be had of it again. */
export type Finished = JobIn<'delivered' | 'undeliverable' | 'removed'>;

/** A finished video again, as a file, for the person who asks. */
export class BringBack {
  readonly #parts: BringBackParts;
  readonly #stop = new AbortController();

  constructor(parts: BringBackParts) {
    this.#parts = parts;
  }

  close(): void {
    this.#stop.abort();
  }

  /**
   * Hands a finished video over, from wherever it can still be had: this disk, the service, its message. What was not
   * on this disk before is not kept there. Who asks for the same video at the same time comes after.
   * @throws Refusal `file-gone`, `file-uninspected` or `file-still-too-large`
   */
  async bring(job: Finished, limitBytes: number, handOver: (parcel: Parcel) => Promise<void>): Promise<void> {
    const { packing, files, turns } = this.#parts;
    const { signal } = this.#stop;
    await turns.take(job.id, async () => {
      const kept = await packing.kept(job.id);
      try {
        const film = kept ?? (await this.#fetched(job, signal));
        if (!film) throw new Refusal({ code: 'file-gone' });
        if (film === 'uninspected') throw new Refusal({ code: 'file-uninspected' });
        const parcel = await packing.pack(job.id, film, limitBytes, signal);
        if (parcel.as !== 'link') await handOver(parcel);
        else throw new Refusal({ code: 'file-still-too-large', limitMegabytes: megabytesOf(limitBytes) });
      } finally {
        await files.release(job.id, kept !== undefined);
      }
    });
  }

  async #fetched(job: Finished, signal: AbortSignal): Promise<Film | 'uninspected' | undefined> {
    const { clock, messenger, packing, log } = this.#parts;
    const places = [
      async () => (clock.now() < job.urlExpiresAt ? job.videoUrl : undefined),
      async () =>
        job.state === 'delivered' ? await messenger.attachmentUrl(job.channelId, job.messageId) : undefined,
    ];
    for (const place of places) {
      try {
        const url = await place();
        const film = url && (await packing.film(job.id, url, signal));
        if (film && film !== 'no-video') return film;
      } catch (error) {
        if (!(error instanceof DownloadError || error instanceof MessageError) || signal.aborted) throw error;
        const { id, reference } = job;
        log.info({ err: error, job: id, reference }, 'a finished video has moved or gone');
      }
    }
    return undefined;
  }
}

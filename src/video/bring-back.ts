import type { Logger } from 'pino';
import { moderatorPermissions } from '../authority/moderator.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import { DownloadError } from '../media/download-error.ts';
import type { Clock } from '../operations/clock.ts';
import type { KeyedMutex } from '../operations/mutex.ts';
import { Refusal } from '../refusal/refusal.ts';
import { FileStoreError } from '../storage/files/file-store.ts';
import { wordsFor } from '../words/index.ts';
import type { JobAddress, JobIn, VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import { type Film, type MayFollow, megabytesOf, type PackedVideo, type Packing } from './packing.ts';
import { inSomeShape, renderResult } from './result-page.ts';
import type { VideoFiles } from './video-files.ts';

/** It was shown once, and may still be available. */
type Finished = JobIn<'delivered' | 'undeliverable' | 'removed'>;

/** Brings a finished video back as a file, for the person who asks. */
export class BringBack {
  readonly #parts;
  readonly #stop = new AbortController();

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly messenger: Messenger;
    readonly files: VideoFiles;
    readonly packing: Packing;
    readonly mayFollow: MayFollow;
    readonly clock: Clock;
    readonly log: Logger;
    /** By job: one at a time uses or removes its files. */
    readonly mutex: KeyedMutex;
  }) {
    this.#parts = parts;
  }

  close(): void {
    this.#stop.abort();
  }

  /**
   * Hands a finished video over again, as a file that fits; `handOver` resolves to where it's shown now. If it never
   * reached anyone and no file fits, it comes as a link.
   * @throws Refusal `file-gone`, `file-uninspected`, `file-still-too-large`, `files-away` or `video-removed`
   */
  async bring(
    job: VideoJob,
    limitBytes: number,
    handOver: (finished: Finished, packed: PackedVideo) => Promise<JobAddress | undefined>,
  ): Promise<void> {
    const { ledger, mutex } = this.#parts;
    if (!isFinished(job)) throw new Refusal({ code: 'file-gone' });
    await mutex.runExclusive(job.id, async () => {
      // It may have been deleted during others' turns, but can't be during this one.
      const now = await ledger.find(job.id);
      if (now?.state === 'removed' && job.state !== 'removed')
        throw new Refusal({ code: 'video-removed', anyOf: moderatorPermissions });
      await this.#pack(job, limitBytes, async (packed) => {
        if (packed.as === 'link' && !this.#mayBeUnseen(job)) throw stillTooLarge(limitBytes);
        const shown = await handOver(job, packed);
        if (shown) await ledger.record(job.id, { type: 'brought', ...shown });
      });
    });
  }

  /**
   * Puts the file into the message that only has its link; once, however many people press at the same time.
   * @throws Refusal like `bring`
   */
  async attach({ id }: VideoJob, limitBytes: number): Promise<void> {
    const { ledger, messenger, mutex } = this.#parts;
    await mutex.runExclusive(id, async () => {
      const job = await ledger.find(id);
      if (job?.state !== 'delivered') throw new Refusal({ code: 'file-gone' });
      if (job.as !== 'link') return;
      const { channelId, messageId, panel, place } = job;
      const message = { ...panel, token: undefined, channelId, messageId };
      await this.#pack(job, limitBytes, async (packed) => {
        if (packed.as === 'link') throw stillTooLarge(limitBytes);
        try {
          await inSomeShape(
            (shape) => renderResult(job, packed, wordsFor(place.locale), shape),
            async (body) => await messenger.editPanel(message, body),
          );
        } catch (error) {
          if (!(error instanceof MessageError) || error.reason !== 'too-large') throw error;
          throw stillTooLarge(limitBytes);
        }
        await ledger.record(id, { type: 'attached', as: packed.as });
      });
    });
  }

  /**
   * A file that fits, from anywhere it's still available: this disk, the service, its message. If it wasn't on this
   * disk before, it isn't kept there.
   */
  async #pack(
    job: Finished,
    limitBytes: number,
    handOver: (packed: PackedVideo) => Promise<void>,
  ): Promise<void> {
    const { packing, files } = this.#parts;
    const { signal } = this.#stop;
    const found = await this.#kept(job, signal);
    const kept = found === 'away' ? undefined : found;
    try {
      const film = kept ?? (await this.#fetched(job, signal));
      if (film === 'uninspected') throw new Refusal({ code: 'file-uninspected' });
      if (!film && !this.#mayBeUnseen(job))
        throw new Refusal({ code: found === 'away' ? 'files-away' : 'file-gone' });
      const link: PackedVideo = { as: 'link', reason: 'too-large' };
      await handOver(film ? await packing.pack(job.id, film, limitBytes, signal) : link);
    } finally {
      await files.release(job.id, kept !== undefined);
    }
  }

  /** `away`: nobody knows, because the store of files doesn't answer. */
  async #kept(job: Finished, signal: AbortSignal): Promise<Film | 'uninspected' | 'away' | undefined> {
    const { packing, log } = this.#parts;
    try {
      return await packing.kept(job.id, signal);
    } catch (error) {
      if (!(error instanceof FileStoreError) || signal.aborted) throw error;
      const { id, reference } = job;
      log.warn({ err: error, job: id, reference }, "couldn't look for a finished video where files wait");
      return 'away';
    }
  }

  /** Its link works, but maybe nobody has it. */
  #mayBeUnseen(job: Finished): boolean {
    const { clock, mayFollow } = this.#parts;
    const works = clock.now() < job.urlExpiresAt && mayFollow(job.videoUrl);
    return job.state === 'undeliverable' && works;
  }

  async #fetched(job: Finished, signal: AbortSignal): Promise<Film | 'uninspected' | undefined> {
    const { clock, messenger, packing, log } = this.#parts;
    const places = {
      service: async () => (clock.now() < job.urlExpiresAt ? job.videoUrl : undefined),
      discord: async () =>
        job.state === 'delivered' ? await messenger.attachmentUrl(job.channelId, job.messageId) : undefined,
    };
    for (const giver of ['service', 'discord'] as const) {
      try {
        const url = await places[giver]();
        const film = url && (await packing.film(job.id, url, signal, giver));
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

function stillTooLarge(limitBytes: number): Refusal {
  return new Refusal({ code: 'file-still-too-large', limitMegabytes: megabytesOf(limitBytes) });
}

function isFinished(job: VideoJob): job is Finished {
  return job.state === 'delivered' || job.state === 'undeliverable' || job.state === 'removed';
}

import { randomUUID } from 'node:crypto';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { KeyedMutex } from '../operations/mutex.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { VideoClient } from '../service/video/client.ts';
import { isUnreviewed } from './failure.ts';
import { expectedSeconds, spendingUnitOf, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { JobEvent } from './transition.ts';

/** What people decide about a video. Two may press at once, and some press twice; the first one counts. */
export class Decisions {
  readonly #parts;

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly client: VideoClient;
    readonly spending: Spending;
    readonly clock: Clock;
    /** By job: one at a time decides, or uses or removes its files. */
    readonly mutex: KeyedMutex;
  }) {
    this.#parts = parts;
  }

  /** Cancels a video that hasn't begun. If it's already cancelled, it stays that way. @throws Refusal `too-late` */
  async cancel({ id }: VideoJob, userId: string): Promise<VideoJob> {
    const { ledger, client, mutex } = this.#parts;
    return await mutex.runExclusive(id, async () => {
      const job = await ledger.find(id);
      if (job?.state === 'canceled') return job;
      if (job?.state !== 'held' && job?.state !== 'accepted' && job?.state !== 'pending')
        throw new Refusal({ code: 'too-late' });
      const event = { type: 'canceled', by: userId } as const;
      if (job.state === 'pending' && (await client.cancel(job.taskId)) === 'too-late') {
        throw new Refusal({ code: 'too-late' });
      }
      const after = await (job.state === 'pending' ? ledger.record(id, event) : ledger.apply(id, event));
      if (after?.state !== 'canceled') throw new Refusal({ code: 'too-late' });
      return after;
    });
  }

  /**
   * Repeats a creation whose answer was lost, knowing that both may be billed: it's charged to the person who decides,
   * and the first reservation stays counted. @throws Refusal `already-decided`, `quota-spent`
   */
  async resubmit({ id }: VideoJob, userId: string): Promise<VideoJob> {
    const { ledger, mutex, spending, clock } = this.#parts;
    return await mutex.runExclusive(id, async () => {
      const job = await ledger.find(id);
      if (job?.state !== 'undecided') throw new Refusal({ code: 'already-decided' });
      const reservation = { id: `${id}/${randomUUID()}`, at: clock.now() };
      const { place, reference } = job;
      const unit = spendingUnitOf(job.request);
      const entry = { guildId: place.guildId, userId, reference, unit, ...reservation };
      const after = await spending.chargeAlong(
        entry,
        expectedSeconds(job),
        async (reserve) => await ledger.apply(id, { type: 'resubmitted', reservation }, reserve),
      );
      if (!after?.reservations?.some((each) => each.id === reservation.id))
        throw new Refusal({ code: 'already-decided' });
      return after;
    });
  }

  /** Continues a job that was set aside. @throws Refusal `already-decided` */
  async resume(job: VideoJob): Promise<VideoJob> {
    return await this.#decide(job, 'set-aside', 'resumed');
  }

  /** A moderator lets a video that waits for them go on. @throws Refusal `already-decided` */
  async approve(job: VideoJob, by: string, spoiler: boolean): Promise<VideoJob> {
    return await this.#review(job, { type: 'approved', by, spoiler });
  }

  /** Its requester is told, and what wasn't paid is given back. @throws Refusal `already-decided` */
  async reject(job: VideoJob, by: string): Promise<VideoJob> {
    return await this.#review(job, { type: 'rejected', by });
  }

  async #review(
    { id }: VideoJob,
    event: Extract<JobEvent, { type: 'approved' | 'rejected' }>,
  ): Promise<VideoJob> {
    const { ledger, mutex } = this.#parts;
    return await mutex.runExclusive(id, async () => {
      const job = await ledger.find(id);
      if (job?.state !== 'held' && job?.state !== 'reviewing') throw new Refusal({ code: 'already-decided' });
      const after = (await ledger.apply(id, event)) ?? job;
      // Its time may have run out just now.
      if (after.state === 'failed' && isUnreviewed(after.failure))
        throw new Refusal({ code: 'already-decided' });
      return after;
    });
  }

  /** @throws Refusal `already-decided` */
  async giveUp(job: VideoJob): Promise<VideoJob> {
    return await this.#decide(job, 'undecided', 'given-up');
  }

  /** Removes a finished video for good, everywhere it was shown. The announcer deletes its messages. */
  async remove({ id }: VideoJob, userId: string): Promise<void> {
    const { ledger, mutex } = this.#parts;
    const after = await mutex.runExclusive(
      id,
      async () => await ledger.apply(id, { type: 'removed', by: userId }),
    );
    if (after?.state !== 'removed') throw new Refusal({ code: 'job-gone' });
  }

  async #decide(
    { id }: VideoJob,
    from: 'undecided' | 'set-aside',
    type: 'resumed' | 'given-up',
  ): Promise<VideoJob> {
    const { ledger, mutex } = this.#parts;
    return await mutex.runExclusive(id, async () => {
      const job = await ledger.find(id);
      if (job?.state !== from) throw new Refusal({ code: 'already-decided' });
      return (await ledger.apply(id, { type })) ?? job;
    });
  }
}

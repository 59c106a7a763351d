import { randomUUID } from 'node:crypto';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import type { KeyedMutex } from '../operations/mutex.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { VideoClient } from '../service/video/client.ts';
import { isUnreviewed } from './failure.ts';
import { expectedSeconds, type JobState, spendingUnitOf, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { JobEvent } from './transition.ts';

type Decision = Extract<JobEvent, { type: 'resumed' | 'given-up' | 'approved' | 'rejected' }>;

/** In which states it's still open. */
const decidedFrom: Readonly<Record<Decision['type'], readonly JobState[]>> = {
  resumed: ['set-aside'],
  'given-up': ['undecided'],
  approved: ['held', 'reviewing'],
  rejected: ['held', 'reviewing'],
};

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

  /**
   * Continues a job that was set aside, gives up on one whose answer was lost, or says what a moderator decided about one that
   * waits for them. Its requester is told of a rejection, and what wasn't paid is given back. @throws Refusal `already-decided`
   */
  async decide({ id }: VideoJob, event: Decision): Promise<VideoJob> {
    const { ledger, mutex } = this.#parts;
    const decided = new Refusal({ code: 'already-decided' });
    return await mutex.runExclusive(id, async () => {
      const job = await ledger.find(id);
      if (!job || !decidedFrom[event.type].includes(job.state)) throw decided;
      const after = (await ledger.apply(id, event)) ?? job;
      // Its time may have run out just now.
      if (after.state === 'failed' && isUnreviewed(after.failure)) throw decided;
      return after;
    });
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
}

import type { Turns } from '../operations/turns.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';

export interface DecisionParts {
  readonly ledger: JobLedger;
  readonly client: VideoClient;
  /** By job: one at a time decides, or uses or removes its files. */
  readonly turns: Turns;
}

/** What people decide about a video. Two may press at once, and some press twice: the first one counts. */
export class Decisions {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** Cancels what has not begun; what's cancelled already stays so. @throws Refusal `too-late` */
  async cancel({ id }: VideoJob, userId: string): Promise<VideoJob> {
    const { ledger, client, turns } = this.#parts;
    return await turns.take(id, async () => {
      const job = await ledger.find(id);
      if (job?.state === 'canceled') return job;
      if (job?.state !== 'accepted' && job?.state !== 'pending') throw new Refusal({ code: 'too-late' });
      if (job.state === 'pending' && (await client.cancel(job.taskId)) === 'too-late') {
        throw new Refusal({ code: 'too-late' });
      }
      const after = await ledger.apply(id, { type: 'canceled', by: userId });
      if (after?.state !== 'canceled') throw new Refusal({ code: 'too-late' });
      return after;
    });
  }

  /** A creation whose answer was lost is made again, knowing that both may bill. @throws Refusal `already-decided` */
  async resubmit(job: VideoJob): Promise<VideoJob> {
    return await this.#decide(job, 'undecided', 'resubmitted');
  }

  /** One that was set aside goes on from where it stood. @throws Refusal `already-decided` */
  async resume(job: VideoJob): Promise<VideoJob> {
    return await this.#decide(job, 'set-aside', 'resumed');
  }

  /** @throws Refusal `already-decided` */
  async giveUp(job: VideoJob): Promise<VideoJob> {
    return await this.#decide(job, 'undecided', 'given-up');
  }

  /** Takes a finished video away, for good and wherever it was shown: what shows it is deleted by the announcer. */
  async remove({ id }: VideoJob, userId: string): Promise<void> {
    const { ledger, turns } = this.#parts;
    const after = await turns.take(id, async () => await ledger.apply(id, { type: 'removed', by: userId }));
    if (after?.state !== 'removed') throw new Refusal({ code: 'job-gone' });
  }

  async #decide(
    { id }: VideoJob,
    from: 'undecided' | 'set-aside',
    type: 'resubmitted' | 'resumed' | 'given-up',
  ): Promise<VideoJob> {
    const { ledger, turns } = this.#parts;
    return await turns.take(id, async () => {
      const job = await ledger.find(id);
      if (job?.state !== from) throw new Refusal({ code: 'already-decided' });
      return (await ledger.apply(id, { type })) ?? job;
    });
  }
}

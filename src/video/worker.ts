import type { Clock } from '../operations/clock.ts';
import type { WorkQueue } from '../operations/work-queue.ts';
import type { WritesElsewhere } from '../storage/elsewhere.ts';
import { type StudioParts, type VideoGround, videoGround } from './ground.ts';
import { HeldJobs } from './held-jobs.ts';
import { VideoWork } from './work.ts';

interface VideoWorkerParts extends StudioParts {
  readonly queue: WorkQueue;
  readonly elsewhere: WritesElsewhere;
  /** Whatever clock the rest goes by. */
  readonly realClock: Clock;
}

/** Makes and delivers the videos that are ordered in other processes, together with other workers. */
export class VideoWorker {
  readonly #ground: VideoGround;
  readonly #work: VideoWork;
  readonly #held: HeldJobs;

  constructor(parts: VideoWorkerParts) {
    const { queue, elsewhere, realClock } = parts;
    const ground = videoGround(parts, 'held');
    this.#ground = ground;
    this.#work = new VideoWork(parts, ground, (id) => this.#held.isSurelyOurs(id));
    this.#held = new HeldJobs({
      ...{ queue, ledger: ground.ledger, jobs: parts.jobs, clock: realClock, log: ground.log },
      resume: async (job) => await this.#work.resume(job),
    });
    elsewhere.onWrite('video-jobs', async (id) => {
      await ground.ledger.readAgain(id);
      this.#held.note(id);
      if (id !== undefined) await this.#forgetFilesOfNobody(id);
    });
  }

  async open(): Promise<void> {
    await this.#ground.files.open();
    await this.#work.open([]);
    this.#held.start();
  }

  async close(): Promise<void> {
    await this.#held.stopTaking();
    await this.#work.close();
    await this.#ground.writes.close();
    await this.#held.giveBack();
  }

  /** What the job of a file was is gone, such as with its person. */
  async #forgetFilesOfNobody(id: string): Promise<void> {
    const { files, mutex } = this.#ground;
    const hasFile = (await files.has(files.original(id))) || (await files.has(files.shrunk(id)));
    if (!hasFile || (await this.#ground.ledger.look(id))) return;
    await mutex.runExclusive(id, async () => await files.forget(id));
  }

  /** How many jobs are worked on here, by state. */
  get jobsByState(): Readonly<Record<string, number>> {
    return this.#ground.ledger.countByState();
  }
}

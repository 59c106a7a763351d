import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import { Sweep, type Verdict } from '../operations/sweep.ts';
import type { Collection } from '../storage/collection.ts';
import type { Drafts } from './drafts.ts';
import { isOpen, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';

const everyMs = 60 * 60_000;
const tokensAtOnce = 50;

/** Makes sure that nothing of a video is kept longer than it's useful: `docs/retention.md`. */
export class VideoRetention {
  readonly #parts;
  readonly #sweeps: readonly Pick<Sweep<unknown>, 'start' | 'close'>[];
  /** Jobs whose interaction token hasn't expired yet. */
  readonly #tokens: Rounds;

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly jobs: Collection<VideoJob>;
    readonly drafts: Drafts;
    readonly forgetFiles: (id: string) => Promise<void>;
    readonly clock: Clock;
    readonly log: Logger;
    /** How long a job is kept after its end. */
    readonly keepMs: number;
  }) {
    this.#parts = parts;
    const { ledger, jobs, drafts, clock, log } = parts;
    this.#sweeps = [
      new Sweep<VideoJob>({
        name: 'ended videos',
        clock,
        log,
        everyMs,
        records: () => jobs.entries(),
        judge: (id, job) => this.#judge(id, job),
      }),
      drafts.sweep(log),
    ];
    this.#tokens = new Rounds({
      name: 'tokens of video panels',
      clock,
      log,
      atOnce: tokensAtOnce,
      work: async (id) => {
        await ledger.apply(id, { type: 'token-died' });
        return undefined;
      },
    });
    ledger.onEntering(['accepted'], ({ id, panel }) => this.#tokens.schedule(id, panel.tokenExpiresAt));
  }

  /** A job from an earlier process. */
  learn({ id, panel }: VideoJob): void {
    if (panel.token !== undefined) this.#tokens.schedule(id, panel.tokenExpiresAt);
  }

  start(): void {
    for (const sweep of this.#sweeps) sweep.start();
    this.#tokens.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#tokens.close(), ...this.#sweeps.map((sweep) => sweep.close())]);
  }

  /** Jobs come in order of their ids, which are in order of time; none ends before it was accepted. */
  #judge(id: string, job: VideoJob): Verdict {
    const longAgo = this.#parts.clock.now() - this.#parts.keepMs;
    if (job.acceptedAt > longAgo) return 'keep-rest';
    const since = atRestSince(job);
    if (since === undefined || since > longAgo) return 'keep';
    return async () => {
      if (await this.#parts.ledger.remove(id)) await this.#parts.forgetFiles(id);
    };
  }
}

/** Since when a job is finished; undefined while it isn't. */
function atRestSince(job: VideoJob): number | undefined {
  if (isOpen(job)) return undefined;
  switch (job.state) {
    case 'delivered':
      return job.deliveredAt;
    // Nobody decided about these two, and the service has forgotten the task long ago.
    case 'undecided':
      return job.attemptedAt;
    case 'set-aside':
      return job.asideAt;
    default:
      return 'endedAt' in job ? job.endedAt : undefined;
  }
}

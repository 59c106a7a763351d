import type { Actor } from '../authority/actor.ts';
import { type Belonging, mayDecide } from '../authority/belonging.ts';
import { belongingOf, hasEnded, type JobAddress, type JobState, shownAt, type VideoJob } from './job.ts';

/** With fewer, there's no estimate. */
const fewestToJudgeBy = 3;
const remembered = 50;

interface Sample {
  readonly endedAt: number;
  readonly tookMs: number;
}

/** How long each model's videos took on this bot, from the creation call to the channel. */
export class VideoHistory {
  readonly #byModel = new Map<string, Sample[]>();

  /** Learns from a delivered job and ignores others. */
  learn(job: VideoJob): void {
    if (job.state !== 'delivered') return;
    const samples = this.#byModel.get(job.request.model) ?? [];
    samples.push({ endedAt: job.deliveredAt, tookMs: job.deliveredAt - job.submittedAt });
    samples.sort((a, b) => b.endedAt - a.endedAt);
    this.#byModel.set(job.request.model, samples.slice(0, remembered));
  }

  /** The median in milliseconds; undefined while there's too little data. */
  typicalMs(model: string): number | undefined {
    const samples = this.#byModel.get(model) ?? [];
    if (samples.length < fewestToJudgeBy) return undefined;
    const times = samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    return times[Math.floor(times.length / 2)];
  }

  /**
   * When a job with `ahead` others before it will probably be in its channel, if the line serves `atOnce` at a time.
   */
  waitMs(model: string, ahead: number, atOnce: number): number | undefined {
    const typicalMs = this.typicalMs(model);
    return typicalMs === undefined ? undefined : (Math.floor(ahead / atOnce) + 1) * typicalMs;
  }
}

/** A job in a line: everything that lists and suggestions need. */
export interface JobSummary extends Belonging {
  readonly id: string;
  readonly state: JobState;
  readonly acceptedAt: number;
  /** The beginning of the prompt, as written. */
  readonly title: string;
  readonly model: string;
  readonly shownAt: JobAddress | undefined;
}

export const listFilters = ['all', 'open', 'done', 'failed'] as const;
export type ListFilter = (typeof listFilters)[number];

export interface JobQuery {
  /** `everybody`: all that they may decide about. */
  readonly whose: 'mine' | 'everybody';
  readonly filter: ListFilter;
}

const longestTitle = 80;

const passes: Readonly<Record<ListFilter, (state: JobState) => boolean>> = {
  all: () => true,
  open: (state) => !hasEnded(state),
  done: (state) => state === 'delivered' || state === 'undeliverable',
  failed: (state) => ['failed', 'canceled', 'expired', 'abandoned'].includes(state),
};

/** Every stored job in a line each, by guild. */
export class IndexOfJobs {
  readonly #guilds = new Map<string, Map<string, JobSummary>>();

  learn(job: VideoJob): void {
    const { id, state, acceptedAt, request } = job;
    const title = Array.from(request.prompt.replace(/\s+/g, ' ')).slice(0, longestTitle).join('');
    const { guildId } = job.place;
    const jobs = this.#guilds.get(guildId) ?? new Map<string, JobSummary>();
    this.#guilds.set(guildId, jobs);
    jobs.set(id, {
      id,
      ...belongingOf(job),
      state,
      acceptedAt,
      title,
      model: request.model,
      shownAt: shownAt(job),
    });
  }

  forget({ id, place: { guildId } }: VideoJob): void {
    const jobs = this.#guilds.get(guildId);
    jobs?.delete(id);
    if (jobs?.size === 0) this.#guilds.delete(guildId);
  }

  /** Newest first. */
  find(actor: Actor, { whose, filter }: JobQuery): JobSummary[] {
    const found: JobSummary[] = [];
    for (const job of this.#guilds.get(actor.guildId)?.values() ?? []) {
      if (!passes[filter](job.state)) continue;
      if (whose === 'mine' ? job.ownerId === actor.userId : mayDecide(actor, job)) found.push(job);
    }
    // Almost in order already, so sorting is cheap.
    return found.reverse().sort((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1));
  }
}

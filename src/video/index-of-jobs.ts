import type { Actor } from '../authority/actor.ts';
import { type Belonging, mayDecide } from '../authority/belonging.ts';
import { belongingOf, hasEnded, type JobState, type VideoJob } from './job.ts';

/** A job in one line: all that lists and suggestions need. */
export interface JobSummary extends Belonging {
  readonly id: string;
  readonly state: JobState;
  readonly acceptedAt: number;
  /** The beginning of the prompt, as it was written. */
  readonly title: string;
  readonly model: string;
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

/** Every job that is kept, in one line each, by guild. */
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
    // Almost in order already, which makes sorting them cheap.
    return found.reverse().sort((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1));
  }
}

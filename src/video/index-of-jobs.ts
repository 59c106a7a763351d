import { hasEnded, type JobState, type VideoJob } from './job.ts';

/** A job in one line: all that lists and suggestions need. */
export interface JobSummary {
  readonly id: string;
  readonly guildId: string;
  readonly userId: string;
  readonly state: JobState;
  readonly acceptedAt: number;
  /** The beginning of the prompt, as it was written. */
  readonly title: string;
  readonly model: string;
}

export type ListFilter = 'all' | 'open' | 'done' | 'failed';

export interface JobQuery {
  readonly guildId: string;
  /** Everybody's when absent. */
  readonly userId?: string | undefined;
  readonly filter: ListFilter;
}

const longestTitle = 80;

const passes: Readonly<Record<ListFilter, (state: JobState) => boolean>> = {
  all: () => true,
  open: (state) => !hasEnded(state),
  done: (state) => state === 'delivered' || state === 'undeliverable',
  failed: (state) => ['failed', 'canceled', 'expired', 'abandoned'].includes(state),
};

/** Every job there ever was, in one line each, newest first. */
export class IndexOfJobs {
  readonly #summaries = new Map<string, JobSummary>();

  learn({ id, place, requester, state, acceptedAt, request }: VideoJob): void {
    const title = Array.from(request.prompt.replace(/\s+/g, ' ')).slice(0, longestTitle).join('');
    const { guildId } = place;
    this.#summaries.set(id, {
      id,
      guildId,
      userId: requester.userId,
      state,
      acceptedAt,
      title,
      model: request.model,
    });
  }

  find(query: JobQuery): JobSummary[] {
    const found: JobSummary[] = [];
    for (const job of this.#summaries.values()) {
      if (job.guildId !== query.guildId || !passes[query.filter](job.state)) continue;
      if (query.userId === undefined || job.userId === query.userId) found.push(job);
    }
    return found.sort((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1));
  }
}

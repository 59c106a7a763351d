import type { Actor } from '../authority/actor.ts';
import { type Belonging, mayDecide } from '../authority/belonging.ts';
import { breath, stepsBetweenBreaths } from '../operations/clock.ts';
import type { Collection } from '../storage/collection.ts';
import { cutText } from './ask.ts';
import { belongingOf, hasEnded, type JobAddress, type JobState, shownAt, type VideoJob } from './job.ts';

/** With fewer, there's no estimate. */
const fewestToJudgeBy = 3;
const remembered = 50;
const mostRead = 500;

interface Sample {
  readonly endedAt: number;
  readonly tookMs: number;
}

/** How long each model's videos took on this bot, from the creation call to the channel. */
export class VideoHistory {
  readonly #byModel = new Map<string, Sample[]>();

  /** Learns from the newest of what's stored. */
  async load(shelf: Pick<Collection<VideoJob>, 'select'>): Promise<void> {
    let read = 0;
    for await (const [, job] of shelf.select({ newestFirst: true })) {
      this.learn(job);
      read += 1;
      if (read % stepsBetweenBreaths === 0) await breath();
      if (read === mostRead) return;
    }
  }

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

/** `everybody`: all that they may decide about. */
export const listOwners = ['mine', 'everybody'] as const;

export interface JobQuery {
  readonly whose: (typeof listOwners)[number];
  readonly filter: ListFilter;
}

const longestTitle = 80;

const passes: Readonly<Record<ListFilter, (state: JobState) => boolean>> = {
  all: () => true,
  open: (state) => !hasEnded(state),
  done: (state) => state === 'delivered' || state === 'undeliverable',
  failed: (state) => ['failed', 'canceled', 'expired', 'abandoned'].includes(state),
};

/** The jobs of a server that they may know about, newest first, in a line each. Others' jobs aren't read. */
export async function* listJobs(
  shelf: Pick<Collection<VideoJob>, 'select'>,
  actor: Actor,
  { whose, filter }: JobQuery,
): AsyncIterable<JobSummary> {
  const { guildId } = actor;
  const userId = whose === 'mine' ? actor.userId : undefined;
  let steps = 0;
  for await (const [, job] of shelf.select({ guildId, userId, newestFirst: true })) {
    steps += 1;
    if (steps % stepsBetweenBreaths === 0) await breath();
    if (!passes[filter](job.state)) continue;
    const summary = summaryOf(job);
    if (whose === 'mine' || mayDecide(actor, summary)) yield summary;
  }
}

function summaryOf(job: VideoJob): JobSummary {
  const { id, state, acceptedAt, request } = job;
  const { text: title } = cutText(request.prompt.replace(/\s+/g, ' '), longestTitle);
  return { id, ...belongingOf(job), state, acceptedAt, title, model: request.model, shownAt: shownAt(job) };
}

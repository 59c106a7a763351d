import type { VideoJob } from './job.ts';

/** So few say nothing about the next one. */
const fewestToJudgeBy = 3;
const remembered = 50;

interface Sample {
  readonly endedAt: number;
  readonly tookMs: number;
}

/** How long videos of each model took on this bot, from the creation call to the channel. */
export class VideoHistory {
  readonly #byModel = new Map<string, Sample[]>();

  /** Learns from a delivered job; any other says nothing. */
  learn(job: VideoJob): void {
    if (job.state !== 'delivered') return;
    const samples = this.#byModel.get(job.request.model) ?? [];
    samples.push({ endedAt: job.deliveredAt, tookMs: job.deliveredAt - job.submittedAt });
    samples.sort((a, b) => b.endedAt - a.endedAt);
    this.#byModel.set(job.request.model, samples.slice(0, remembered));
  }

  /** The median in milliseconds; undefined while there is too little to judge by. */
  typicalMs(model: string): number | undefined {
    const samples = this.#byModel.get(model) ?? [];
    if (samples.length < fewestToJudgeBy) return undefined;
    const times = samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    return times[Math.floor(times.length / 2)];
  }

  /** When a job that has `ahead` before it in a line served `atOnce` at a time is likely in its channel. */
  waitMs(model: string, ahead: number, atOnce: number): number | undefined {
    const typicalMs = this.typicalMs(model);
    return typicalMs === undefined ? undefined : (Math.floor(ahead / atOnce) + 1) * typicalMs;
  }
}

import type { Order } from '../../../src/discord/order.ts';
import type { JobState } from '../../../src/video/job.ts';
import type { VideoAsk } from '../../../src/video/options.ts';
import type { GivenMedia } from '../../../src/video/sources.ts';

/** What the bot of a stress test is started with, as JSON in `STRESS_BOT`. */
export interface StressBotSettings {
  /** How far its clock is before real time at the start; from then on it is pushed. */
  readonly aheadMs: number;
  /** About how many seconds pass in one. */
  readonly speed: number;
  readonly discordApiUrl: string;
  readonly discordToken: string;
  readonly serviceUrl: string;
  readonly serviceKey: string;
  readonly dataDir: string;
}

/** What it is told. */
export type StressOrder =
  | { readonly do: 'accept'; readonly order: Order; readonly ask: VideoAsk; readonly given: GivenMedia }
  | { readonly do: 'resubmit' | 'give-up'; readonly id: string };

/** Moves its clock. */
export interface StressPush {
  readonly do: 'push';
  readonly ms: number;
}

/** What it says. */
export type StressReport =
  | { readonly is: 'ready' }
  | { readonly is: 'pushed' }
  | { readonly is: 'done'; readonly id: string }
  | { readonly is: 'refused'; readonly id: string; readonly why: string }
  | ({ readonly is: 'job' } & JobReport);

/** A job as it is on disk. */
export interface JobReport {
  readonly id: string;
  readonly state: JobState;
  /** Nothing is left to be done by the bot itself. */
  readonly settled: boolean;
  readonly taskId: string | undefined;
  /** Why it failed. */
  readonly fault: string | undefined;
}

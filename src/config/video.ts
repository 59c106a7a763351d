import { z } from 'zod';
import { accountLimits } from '../service/models.ts';
import { integer } from './values.ts';

const { standard, small } = accountLimits;

/** Settings of videos (document 1; the account's limits: field notes 5). */
export const videoVariables = z.object({
  VIDEO_POLL_INTERVAL_MS: integer(5_000, 600_000, 15_000),
  VIDEO_POLLS_PER_SECOND: integer(1, 20, 10),
  VIDEO_CREATES_PER_SECOND: integer(1, 50, standard.createsPerSecond),
  VIDEO_TASKS_AT_ONCE: integer(1, 100, standard.tasksAtOnce),
  VIDEO_SMALL_MODELS_CREATES_PER_SECOND: integer(1, 50, small.createsPerSecond),
  VIDEO_SMALL_MODELS_TASKS_AT_ONCE: integer(1, 100, small.tasksAtOnce),
  VIDEO_KEEP_HOURS: integer(0, 720, 24),
  VIDEO_DEADLINE_HOURS: integer(1, 24, 24),
  VIDEO_MAX_DOWNLOAD_MB: integer(1, 4_096, 200),
  VIDEO_SECONDS_PER_PERSON_PER_DAY: integer(0, 86_400, 60),
  VIDEO_SECONDS_PER_GUILD_PER_DAY: integer(0, 864_000, 600),
  VIDEO_SECONDS_PER_BOT_PER_DAY: integer(0, 8_640_000, 3_600),
});

export interface VideoConfig {
  readonly pollIntervalMs: number;
  readonly pollsPerSecond: number;
  /** The account's limits at the service, `small` for `gen2.2` and `gen2.1`. */
  readonly limits: typeof accountLimits;
  /** How long a file that couldn't be delivered is kept; 0: not at all. */
  readonly keepMs: number;
  readonly deadlineMs: number;
  readonly maxDownloadBytes: number;
  /** 0: no limit. */
  readonly secondsPerPersonPerDay: number;
  /** 0: no limit. */
  readonly secondsPerGuildPerDay: number;
  /** For all guilds together; 0: no limit. */
  readonly secondsPerBotPerDay: number;
}

export function videoOf(values: z.output<typeof videoVariables>): VideoConfig {
  return {
    pollIntervalMs: values.VIDEO_POLL_INTERVAL_MS,
    pollsPerSecond: values.VIDEO_POLLS_PER_SECOND,
    limits: {
      standard: {
        createsPerSecond: values.VIDEO_CREATES_PER_SECOND,
        tasksAtOnce: values.VIDEO_TASKS_AT_ONCE,
      },
      small: {
        createsPerSecond: values.VIDEO_SMALL_MODELS_CREATES_PER_SECOND,
        tasksAtOnce: values.VIDEO_SMALL_MODELS_TASKS_AT_ONCE,
      },
    },
    keepMs: values.VIDEO_KEEP_HOURS * 3_600_000,
    deadlineMs: values.VIDEO_DEADLINE_HOURS * 3_600_000,
    maxDownloadBytes: values.VIDEO_MAX_DOWNLOAD_MB * 1_048_576,
    secondsPerPersonPerDay: values.VIDEO_SECONDS_PER_PERSON_PER_DAY,
    secondsPerGuildPerDay: values.VIDEO_SECONDS_PER_GUILD_PER_DAY,
    secondsPerBotPerDay: values.VIDEO_SECONDS_PER_BOT_PER_DAY,
  };
}

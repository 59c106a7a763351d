import type { StudioSettings } from '../../src/video/ground.ts';

/** Settings of a studio as tests begin with it. */
export const standardSettings: Omit<StudioSettings, 'dataDir'> = {
  region: 'singapore',
  pollIntervalMs: 15_000,
  pollsPerSecond: 10,
  deadlineMs: 24 * 3_600_000,
  limits: {
    standard: { createsPerSecond: 5, tasksAtOnce: 5 },
    small: { createsPerSecond: 2, tasksAtOnce: 2 },
  },
  keepMs: 24 * 3_600_000,
  keepJobsMs: 30 * 24 * 3_600_000,
  secondsPerPersonPerDay: 60,
  secondsPerGuildPerDay: 600,
  secondsPerBotPerDay: 0,
};

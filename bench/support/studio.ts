import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { holdMoney } from '../../src/community/spending-lease.ts';
import { ChannelPace } from '../../src/discord/channel-pace.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { accountLimits } from '../../src/service/models.ts';
import { ofPerson } from '../../src/storage/record-index.ts';
import type { Store } from '../../src/storage/store.ts';
import { draftIndex, draftSchema } from '../../src/video/drafts.ts';
import type { StudioParts, StudioSettings } from '../../src/video/ground.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { presetsSchema } from '../../src/video/presets.ts';
import { VideoStudio } from '../../src/video/studio.ts';
import { silentMessenger } from './silent-messenger.ts';

const dayMs = 24 * 3_600_000;

const neverNeeded = async (): Promise<never> => {
  throw new Error('this measurement does not need it');
};

/** Every video is there at once, and is what was asked for. */
export const bringsFilms: Pick<StudioParts, 'download' | 'inspect'> = {
  download: async (_url, path) => {
    await writeFile(path, 'film');
    return { bytes: 4 };
  },
  inspect: async () => ({ seconds: 5, width: 1_920, height: 1_080 }),
};

export interface BenchStudioParts extends Partial<Omit<StudioParts, 'client' | 'settings'>> {
  readonly dataDir: string;
  /** What the measurement asks of the service. */
  readonly client: Partial<StudioParts['client']>;
  readonly settings?: Partial<StudioSettings>;
}

/** A studio on a real store, among parts that do nothing; without a limit for anybody. */
export async function benchStudio(store: Store, parts: BenchStudioParts): Promise<VideoStudio> {
  const { dataDir, client, settings, ...others } = parts;
  return new VideoStudio({
    jobs: store.collection('video-jobs', videoJobSchema, jobIndex),
    spent: await holdMoney(store.atomic),
    drafts: store.collection('video-drafts', draftSchema, draftIndex),
    presets: store.collection('video-presets', presetsSchema, ofPerson),
    messenger: silentMessenger,
    pace: new ChannelPace(parts.clock ?? systemClock),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    mayFollow: () => true,
    download: neverNeeded,
    inspect: neverNeeded,
    shrink: undefined,
    inspectors: { audio: neverNeeded, reference: neverNeeded },
    ...others,
    settings: {
      region: 'singapore',
      dataDir,
      pollIntervalMs: 15_000,
      pollsPerSecond: 10,
      deadlineMs: dayMs,
      limits: accountLimits,
      keepMs: dayMs,
      keepJobsMs: 30 * dayMs,
      secondsPerPersonPerDay: 0,
      secondsPerGuildPerDay: 0,
      secondsPerBotPerDay: 0,
      ...settings,
    },
    client: {
      create: neverNeeded,
      query: neverNeeded,
      cancel: neverNeeded,
      list: neverNeeded,
      ...client,
    },
  });
}

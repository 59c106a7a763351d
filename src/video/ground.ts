import { join } from 'node:path';
import type { Logger } from 'pino';
import { type HeldMoney, Spending } from '../community/spending.ts';
import type { ChannelPace } from '../discord/channel-pace.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Paces } from '../operations/paces.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { SharedLine } from '../operations/shared-line.ts';
import type { Region } from '../service/regions.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { ModelFamily } from '../service/video/model.ts';
import type { Leases } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import type { AcceptanceParts, MediaInspectors } from './acceptance.ts';
import type { Draft } from './drafts.ts';
import { paidIn, type VideoJob } from './job.ts';
import { JobLedger, logWithReferences, type MirroredJobs } from './ledger.ts';
import { type MayFollow, Packing, type PackingParts } from './packing.ts';
import type { PresetShelf } from './presets.ts';
import type { ReviewParts } from './reviews.ts';
import type { AccountLimits } from './submission-queue.ts';
import { VideoFiles } from './video-files.ts';

export interface StudioSettings {
  readonly region: Region;
  readonly dataDir: string;
  readonly pollIntervalMs: number;
  readonly pollsPerSecond: number;
  readonly deadlineMs: number;
  /** The account's limits, for each family of models. */
  readonly limits: Readonly<Record<ModelFamily, AccountLimits>>;
  readonly secondsPerPersonPerDay: number;
  readonly secondsPerGuildPerDay: number;
  readonly secondsPerBotPerDay: number;
  /** How long a file is kept if it couldn't be delivered as it is. */
  readonly keepMs: number;
  /** How long a job is kept after its end. */
  readonly keepJobsMs: number;
}

export interface StudioParts extends Pick<PackingParts, 'download' | 'inspect' | 'shrink'> {
  readonly mayFollow: MayFollow;
  readonly settings: StudioSettings;
  readonly jobs: Collection<VideoJob>;
  readonly spent: HeldMoney;
  readonly drafts: Collection<Draft>;
  readonly presets: PresetShelf;
  readonly client: VideoClient;
  /** Others make the videos, and are asked to by the store's queue of work. Otherwise this process makes them itself. */
  readonly hasWorkers?: boolean | undefined;
  /** If other processes use the account, too. */
  readonly paces?: Paces | undefined;
  readonly line?: SharedLine | undefined;
  readonly leases?: Pick<Leases, 'acquire'> | undefined;
  readonly messenger: Messenger;
  readonly pace: Pick<ChannelPace, 'takeTurn'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inspectors: MediaInspectors;
  /** Where other processes find files that wait for their delivery. */
  readonly fileStore?: FileStore | undefined;
  readonly page?: AcceptanceParts['page'];
  readonly words?: AcceptanceParts['words'];
  readonly spenderOf?: AcceptanceParts['spenderOf'];
  /** The moderators' channel. Default: none. */
  readonly moderatorsChannelOf?: ReviewParts['channelOf'];
  readonly random?: () => number;
  /** Without it, killed processes aren't counted. */
  readonly inHand?: InHand;
  /** Aborts when the process begins to stop. */
  readonly signal?: AbortSignal;
}

/** What those who take orders for videos and those who make them both stand on. */
export interface VideoGround {
  readonly log: Logger;
  readonly writes: RepeatedWrites;
  readonly ledger: JobLedger;
  readonly spending: Spending;
  readonly files: VideoFiles;
  readonly packing: Packing;
  /** By job: one at a time decides, or uses or removes its files. */
  readonly mutex: KeyedMutex;
}

export function videoGround(parts: StudioParts, mirrors: MirroredJobs): VideoGround {
  const { settings, clock, signal } = parts;
  const log = logWithReferences(parts.log, (id) => ledger.referenceOf(id));
  const writes = new RepeatedWrites({ clock, log, signal });
  const ledger: JobLedger = new JobLedger({ shelf: parts.jobs, clock, log, writes, mirrors });
  const spending = new Spending({
    unit: paidIn,
    also: ['small-video-seconds'],
    spent: parts.spent,
    clock,
    log,
    writes,
    limits: {
      perPersonPerDay: settings.secondsPerPersonPerDay,
      perGuildPerDay: settings.secondsPerGuildPerDay,
      perBotPerDay: settings.secondsPerBotPerDay,
    },
  });
  const files = new VideoFiles({
    folder: join(settings.dataDir, 'videos'),
    clock,
    log,
    keepMs: settings.keepMs,
    store: parts.fileStore,
  });
  const { download, inspect, shrink } = parts;
  const packing = new Packing({ files, log, download, inspect, shrink });
  return { log, writes, ledger, spending, files, packing, mutex: new KeyedMutex() };
}

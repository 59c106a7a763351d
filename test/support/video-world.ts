import { mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { onTestFinished } from 'vitest';
import { serverSettingsSchema } from '../../src/community/settings-pages.ts';
import type { SpendingRules } from '../../src/community/spending.ts';
import { ChannelPace } from '../../src/discord/channel-pace.ts';
import type { Order } from '../../src/discord/order.ts';
import type { DownloadError } from '../../src/media/download-error.ts';
import { InHand } from '../../src/operations/in-hand.ts';
import type { Collection } from '../../src/storage/collection.ts';
import type { FileStore } from '../../src/storage/files/file-store.ts';
import type { Draft } from '../../src/video/drafts.ts';
import type { StudioSettings } from '../../src/video/ground.ts';
import { jobIndex, type VideoJob } from '../../src/video/job.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import type { PresetsOfPerson } from '../../src/video/presets.ts';
import type { GivenMedia, MediaSource } from '../../src/video/sources.ts';
import { VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from './desks.ts';
import { fakeActor } from './fake-actor.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeMessenger } from './fake-messenger.ts';
import { FakeMoney } from './fake-money.ts';
import { FakeVideoService } from './fake-video-service.ts';
import { Lifeline } from './lifeline.ts';
import { MemoryJournal, MemoryShelf, WriteFaults } from './memory-shelf.ts';
import { standardSettings } from './studio-settings.ts';

/** The video that tests speak of, who asks for it, and where. */
export const videoId = '1000000000000000001';
export const requester = '2000000000000000001';
export const guildId = '3000000000000000001';

/** Limits of an account that makes one video at a time. */
export const oneAtATime: StudioSettings['limits'] = {
  standard: { createsPerSecond: 5, tasksAtOnce: 1 },
  small: { createsPerSecond: 2, tasksAtOnce: 1 },
};

/** What a process begins with. */
type FirstProcess = Partial<
  Pick<VideoWorld, 'log' | 'rules' | 'hasWorkers' | 'countsDeaths' | 'hasFfmpeg' | 'fileStore'>
> & { readonly line?: Lifeline };

/** How long a video is made smaller: longer than a panel waits for its turn. */
const shrinkingMs = 5_000;

/** What stands in a file of this world, by its first byte. */
const firstBytes = { 'a video': 1, rubbish: 0, 'what cannot be inspected': 2 } as const;

/** Everything around the video feature, faked; `restart` ends the process as a kill would and begins another. */
export class VideoWorld {
  readonly clock = new FakeClock();
  #line: Lifeline;
  readonly writeFaults = new WriteFaults(() => this.clock.now());
  readonly spent = new FakeMoney(() => this.#line, this.writeFaults);
  readonly jobs = new MemoryShelf<VideoJob>(
    () => this.#line,
    this.writeFaults,
    jobIndex,
    this.spent,
  ) satisfies Collection<VideoJob>;
  /** Set before `restart`: what moderators decided about spending. */
  rules: SpendingRules | undefined;
  readonly drafts = new MemoryShelf<Draft>(() => this.#line);
  readonly presets = new MemoryShelf<PresetsOfPerson>(() => this.#line);
  readonly service = new FakeVideoService(this.clock, () => this.#line);
  readonly messenger = new FakeMessenger(this.clock, () => this.#line);
  readonly pace = new ChannelPace(this.clock);
  /** Looks into files so far, and how many of the first ones come to nothing. */
  inspections = 0;
  uninspectedLooks = 0;
  /** Steps with a file that kill the process. */
  readonly deadly = new Set<'download' | 'inspect'>();
  /** Set before `restart`. */
  log: Logger = pino({ level: 'silent' });
  /** Whether a studio that's started from now on leaves the work to other processes. */
  hasWorkers = false;
  /** Set before `restart`: deaths are counted. */
  countsDeaths = false;
  readonly #journal = new MemoryJournal();
  readonly downloads: { error?: DownloadError; bytes?: number; holds?: keyof typeof firstBytes }[] = [];
  audioSeconds: () => Promise<number> = async () => 5;
  reference: (source: MediaSource) => Promise<{ kind: 'image' | 'video'; seconds?: number }> = async () => ({
    kind: 'image',
  });
  filmSeconds = 5;
  /** What moderators have to approve, and where. */
  review: 'prompt' | 'video' | undefined;
  /** Whose videos that is, and when this world's requester joined. */
  reviewFor: 'newcomers' | 'everybody' = 'everybody';
  joinedAt: number | undefined;
  moderatorsChannel: string | undefined = '4000000000000000099';
  /** How long they may take. */
  reviewHours = 24;
  /** Addresses that may be fetched and shown. */
  mayFollow: (url: string) => boolean = () => true;
  /** Set before `restart`: a machine with ffmpeg, and what it can make of a video at best. */
  hasFfmpeg = false;
  /** Set before `restart`: where other processes find files. */
  fileStore: FileStore | undefined;
  smallestBytes = 500;
  restarts = 0;
  readonly dataDir: string;
  readonly #settings: Omit<StudioSettings, 'dataDir'>;
  studio: VideoStudio;

  private constructor(dataDir: string, settings: Partial<StudioSettings>, { line, ...set }: FirstProcess) {
    this.dataDir = dataDir;
    this.#settings = { ...standardSettings, ...settings };
    this.#line = line ?? new Lifeline();
    Object.assign(this, set);
    this.studio = this.#newStudio(this.#line);
  }

  /** A world that's closed when its test is over. */
  static async open(settings: Partial<StudioSettings> = {}, first: FirstProcess = {}): Promise<VideoWorld> {
    const world = new VideoWorld(await mkdtemp(join(tmpdir(), 'emcee-video-')), settings, first);
    onTestFinished(async () => await world.close());
    await world.studio.open();
    return world;
  }

  /** Asks for a video: of a text, unless the ask says otherwise. */
  async accept(
    ask: Partial<VideoAsk> = {},
    order: Partial<Order> = {},
    given?: GivenMedia,
  ): Promise<VideoJob> {
    return await this.studio.accept(orderFor(this, order), { of: 'text', prompt: 'a kite', ...ask }, given);
  }

  /** Asks for one, and waits until nothing more happens to it. */
  async make(...asked: Parameters<VideoWorld['accept']>): Promise<void> {
    const { id } = await this.accept(...asked);
    await this.clock.until(() => this.isSettled(id));
  }

  /** The seconds that a person has left today. */
  async leftOf(userId = requester): Promise<number | undefined> {
    return (await this.studio.left(fakeActor({ guildId, userId })))?.left;
  }

  get line(): Lifeline {
    return this.#line;
  }

  async restart(line = new Lifeline()): Promise<void> {
    this.restarts += 1;
    // What is left of the process before must not go on beside the new one.
    this.#line = new Lifeline(0);
    void this.studio.close();
    this.#line = line;
    this.studio = this.#newStudio(line);
    await this.studio.open();
  }

  async close(): Promise<void> {
    await Promise.race([this.studio.close(), new Promise((resolve) => setImmediate(resolve))]);
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Gives a file of the videos folder the time of this world's clock. */
  async fileTouched(name: string): Promise<void> {
    const now = new Date(this.clock.now());
    await utimes(join(this.dataDir, 'videos', name), now, now);
  }

  job(id: string): VideoJob {
    const text = this.jobs.records.get(id);
    if (text === undefined) throw new Error(`no job ${id}`);
    return JSON.parse(text) as VideoJob;
  }

  /** The states that a job is in once nothing more happens to it. */
  isSettled(id: string): boolean {
    const text = this.jobs.records.get(id);
    return text !== undefined && (JSON.parse(text) as { settled?: boolean }).settled === true;
  }

  #newStudio(line: Lifeline): VideoStudio {
    return new VideoStudio({
      settings: { ...this.#settings, dataDir: this.dataDir },
      jobs: this.jobs,
      spent: { ...this.spent.held(), rules: this.rules },
      hasWorkers: this.hasWorkers,
      drafts: this.drafts,
      presets: this.presets,
      client: this.service,
      messenger: this.messenger,
      pace: this.pace,
      fileStore: this.fileStore,
      clock: this.clock,
      log: this.log,
      random: () => 0.5,
      moderatorsChannelOf: async () => this.moderatorsChannel,
      spenderOf: async (_, userId) => ({ userId, roleIds: [], joinedAt: this.joinedAt, moderates: false }),
      page: {
        of: async () => ({
          ...serverSettingsSchema.parse({}).video,
          ...(this.review ? { review: this.reviewFor, reviewed: this.review } : {}),
          reviewHours: this.reviewHours,
        }),
      },
      ...(this.countsDeaths
        ? { inHand: new InHand({ journal: this.#journal.of(line), log: pino({ level: 'silent' }) }) }
        : {}),
      mayFollow: (url) => this.mayFollow(url),
      download: async (_url, path) => {
        await line.step();
        if (this.deadly.has('download')) await line.die();
        const next = this.downloads.shift() ?? {};
        if (next.error) throw next.error;
        const bytes = next.bytes ?? 1_000;
        // Only its first byte is ever looked at; the rest is a hole of that length.
        await writeFile(path, Uint8Array.of(firstBytes[next.holds ?? 'a video']));
        await truncate(path, bytes);
        return { bytes };
      },
      inspect: async (path) => {
        this.inspections += 1;
        if (this.deadly.has('inspect')) await line.die();
        const [first] = await readFile(path);
        if (this.inspections <= this.uninspectedLooks) return 'uninspected';
        if (first === firstBytes.rubbish) return 'no-video';
        if (first === firstBytes['what cannot be inspected']) return 'uninspected';
        return { seconds: this.filmSeconds, width: 1_920, height: 1_080 };
      },
      shrink: this.hasFfmpeg
        ? async (_film, to, maxBytes, signal, onProgress) => {
            onProgress(0.5);
            await this.clock.sleep(shrinkingMs, signal);
            if (maxBytes < this.smallestBytes) return undefined;
            await writeFile(to, '');
            await truncate(to, this.smallestBytes);
            return { bytes: this.smallestBytes };
          }
        : undefined,
      inspectors: {
        audio: async () => await this.audioSeconds(),
        reference: async (source) => await this.reference(source),
      },
    });
  }
}

/** An order as an interaction would make it. */
export function orderFor(world: VideoWorld, changes: Partial<Order> = {}): Order {
  const channelId = '4000000000000000001';
  const asked = { id: videoId, reference: 'TEST-0001', guildId, channelId, userId: requester };
  const { panel, ...order } = orderOf({ ...asked, now: world.clock.now() });
  return { ...order, panel: { ...panel, token: 'token-of-the-interaction' }, ...changes };
}

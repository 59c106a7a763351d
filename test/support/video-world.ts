import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { serverSettingsSchema } from '../../src/community/settings-pages.ts';
import type { SpendingRules } from '../../src/community/spending.ts';
import {
  type MessageBody,
  MessageError,
  type Messenger,
  type PanelAddress,
} from '../../src/discord/messenger.ts';
import type { Order } from '../../src/discord/order.ts';
import type { DownloadError } from '../../src/media/download-error.ts';
import { InHand, type Journal } from '../../src/operations/in-hand.ts';
import { ServiceError, type ServiceErrorFacts } from '../../src/service/errors.ts';
import type { VideoClient } from '../../src/service/video/client.ts';
import type { VideoRequest } from '../../src/service/video/request.ts';
import type { VideoTask } from '../../src/service/video/task.ts';
import type { RecordQuery } from '../../src/storage/atomic/atomic.ts';
import type { Collection } from '../../src/storage/collection.ts';
import { type IndexRecord, nobodys } from '../../src/storage/record-index.ts';
import { StoreError } from '../../src/storage/store-error.ts';
import type { Draft } from '../../src/video/drafts.ts';
import { jobIndex, type VideoJob } from '../../src/video/job.ts';
import type { PresetsOfPerson } from '../../src/video/presets.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import { type StudioSettings, VideoStudio } from '../../src/video/studio.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeMoney } from './fake-money.ts';

/** Counts the effects of a process, and ends it before the chosen one: from then on nothing it does has an effect. */
export class Lifeline {
  #effects = 0;
  readonly #diesBefore: number;
  #killed = false;

  constructor(diesBefore = Number.POSITIVE_INFINITY) {
    this.#diesBefore = diesBefore;
  }

  get effects(): number {
    return this.#effects;
  }

  get dead(): boolean {
    return this.#killed || this.#effects >= this.#diesBefore;
  }

  /** Passes each boundary between two effects; never resolves once the process is dead. */
  async step(): Promise<void> {
    if (!this.dead) this.#effects += 1;
    if (this.dead) await new Promise<never>(() => undefined);
  }

  /** The process dies of what it is doing. */
  async die(): Promise<never> {
    this.#killed = true;
    return await new Promise<never>(() => undefined);
  }
}

/** What a process wrote stays; one that is dead writes no more. */
export class MemoryJournal implements Journal {
  #text = '';

  of(line: Lifeline): Journal {
    const alive = (write: () => void) => {
      if (!line.dead) write();
    };
    return {
      read: () => this.read(),
      append: (text) => alive(() => this.append(text)),
      replace: (text) => alive(() => this.replace(text)),
      close: () => undefined,
    };
  }

  read(): string {
    return this.#text;
  }

  append(text: string): void {
    this.#text += text;
  }

  replace(text: string): void {
    this.#text = text;
  }

  close(): void {}
}

/** Lets chosen writes of a store fail: a number of them in a row, counted over all its shelves. */
export class WriteFaults {
  #writes = 0;
  #first = Number.POSITIVE_INFINITY;
  #times = 0;
  #failed = 0;
  #failingSince: number | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Since when every write has failed. */
  get failingSince(): number | undefined {
    return this.#failingSince;
  }

  /** The n-th write from now on is the first to fail. */
  fail(first: number, times: number): void {
    this.#writes = 0;
    this.#first = first;
    this.#times = times;
  }

  mend(): void {
    this.#times = 0;
    this.#failingSince = undefined;
  }

  /** @throws {StoreError} */
  step(): void {
    this.#writes += 1;
    const fails = this.#writes >= this.#first && this.#writes < this.#first + this.#times;
    this.#failingSince = fails ? (this.#failingSince ?? this.#now()) : undefined;
    if (!fails) return;
    this.#failed += 1;
    throw new StoreError('unwritable', 'the disk is full');
  }
}

export class MemoryShelf<Value> implements Collection<Value> {
  readonly records = new Map<string, string>();
  readonly #line: () => Lifeline;
  readonly #faults: WriteFaults | undefined;
  readonly #indexOf: IndexRecord<Value>;
  /** How many records were read, one by one or in lists. */
  reads = 0;
  /** Whether a changed record isn't taken. */
  refuses: (id: string, value: Value) => boolean = () => false;

  constructor(line: () => Lifeline, faults?: WriteFaults, indexOf: IndexRecord<Value> = nobodys) {
    this.#line = line;
    this.#faults = faults;
    this.#indexOf = indexOf;
  }

  async get(id: string): Promise<Value | undefined> {
    this.reads += 1;
    const text = this.records.get(id);
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  }

  async set(id: string, value: Value): Promise<void> {
    await this.#line().step();
    this.#faults?.step();
    this.records.set(id, JSON.stringify(value));
    await this.#line().step();
  }

  async add(id: string, value: Value): Promise<boolean> {
    if (this.records.has(id)) return false;
    await this.set(id, value);
    return true;
  }

  async setMany(entries: Iterable<readonly [id: string, value: Value]>): Promise<void> {
    await this.#line().step();
    this.#faults?.step();
    for (const [id, value] of entries) this.records.set(id, JSON.stringify(value));
    await this.#line().step();
  }

  async change<After extends Value | undefined>(
    id: string,
    change: (before: Value | undefined) => After,
  ): Promise<After> {
    for (;;) {
      const text = this.records.get(id);
      const before = text === undefined ? undefined : (JSON.parse(text) as Value);
      const after = change(before);
      if (after === before) return after;
      if (after !== undefined && this.refuses(id, after)) throw new StoreError('locked', 'busy');
      await this.#line().step();
      this.#faults?.step();
      if (this.records.get(id) !== text) continue;
      if (after === undefined) this.records.delete(id);
      else this.records.set(id, JSON.stringify(after));
      await this.#line().step();
      return after;
    }
  }

  async delete(id: string): Promise<boolean> {
    this.#faults?.step();
    return this.records.delete(id);
  }

  /** In the order of the ids, as the store does. */
  async *entries(): AsyncIterable<readonly [string, Value]> {
    yield* this.select({});
  }

  async *select(query: RecordQuery): AsyncIterable<readonly [string, Value]> {
    const ids = [...this.records.keys()].toSorted();
    for (const id of query.newestFirst ? ids.toReversed() : ids) {
      const text = this.records.get(id);
      if (text === undefined) continue;
      const value = JSON.parse(text) as Value;
      const index = this.#indexOf(id, value);
      const asked = (['guildId', 'userId', 'alias', 'open'] as const).filter(
        (each) => query[each] !== undefined,
      );
      if (asked.some((each) => index[each] !== query[each])) continue;
      if (query.about !== undefined && !index.about?.includes(query.about)) continue;
      this.reads += 1;
      yield [id, value];
    }
  }
}

interface ServiceTask {
  readonly id: string;
  readonly request: VideoRequest;
  readonly createdAt: number;
  status: VideoTask['status'];
}

/** The service as the video feature sees it: tasks that go on with the clock, and failures on demand. */
export class FakeVideoService implements VideoClient {
  readonly tasks: ServiceTask[] = [];
  readonly calls = { create: 0, query: 0, cancel: 0, list: 0 };
  pendingMs = 20_000;
  runningMs = 40_000;
  /** What the next calls end in, in order; `after` lets the call have its effect first. */
  /** Creation calls get no answer: those that made a task, or those that never left. `slow` ones are answered after 6 s. */
  held: 'sent' | 'unsent' | 'slow' | undefined;
  readonly failures: {
    call: keyof FakeVideoService['calls'];
    when: 'before' | 'after';
    error: ServiceErrorFacts;
  }[] = [];
  /** How tasks end; a function of the task, so that a test can decide late. */
  ending: (task: ServiceTask) => Partial<VideoTask> & { status: VideoTask['status'] } = () => ({
    status: 'succeeded',
  });
  showsPromptEarly = false;
  /** Answers that kill the process. */
  readonly deadly = new Set<keyof FakeVideoService['calls']>();
  readonly #clock: FakeClock;
  readonly #line: () => Lifeline;

  constructor(clock: FakeClock, line: () => Lifeline) {
    this.#clock = clock;
    this.#line = line;
  }

  async create(request: VideoRequest, signal?: AbortSignal) {
    if (this.held === 'unsent') await untilHungUp(signal, true);
    const created = await this.#create(request);
    if (this.held === 'slow') await this.#clock.sleep(6_000, signal);
    if (this.held === 'sent') await untilHungUp(signal, false);
    return created;
  }

  async #create(request: VideoRequest) {
    return await this.#call('create', () => {
      const task = {
        id: `task-${this.tasks.length + 1}`,
        request,
        createdAt: this.#clock.now(),
        status: 'pending' as const,
      };
      this.tasks.push(task);
      return { taskId: task.id, requestId: 'request-1' };
    });
  }

  async query(taskId: string) {
    return await this.#call('query', () => this.#view(taskId));
  }

  async cancel(taskId: string) {
    return await this.#call('cancel', () => {
      const view = this.#view(taskId);
      if (view.status !== 'pending') return 'too-late' as const;
      const task = this.tasks.find(({ id }) => id === taskId);
      if (task) task.status = 'canceled';
      return 'canceled' as const;
    });
  }

  async list(filter: { from: number; to: number }) {
    return await this.#call('list', () => ({
      tasks: this.tasks
        .filter(({ createdAt }) => createdAt >= filter.from && createdAt <= filter.to)
        .map(({ id, createdAt }) => ({ taskId: id, status: 'PENDING', createdAt })),
      page: 1,
      totalPages: 1,
    }));
  }

  #view(taskId: string): VideoTask {
    const task = this.tasks.find(({ id }) => id === taskId);
    if (!task) return { taskId, status: 'unknown' };
    if (task.status === 'canceled') return { taskId, status: 'canceled' };
    const age = this.#clock.now() - task.createdAt;
    const early = this.showsPromptEarly ? { originalPrompt: task.request.prompt } : {};
    if (age < this.pendingMs) return { taskId, status: 'pending', ...early };
    if (age < this.pendingMs + this.runningMs) return { taskId, status: 'running', ...early };
    const facts = {
      taskId,
      originalPrompt: task.request.prompt,
      endedAt: task.createdAt + this.pendingMs + this.runningMs,
    };
    const end = this.ending(task);
    if (end.status !== 'succeeded') return { ...facts, ...end } as VideoTask;
    const { durationSeconds } = task.request;
    return {
      ...facts,
      videoUrl: `http://127.0.0.1/${taskId}.mp4`,
      usage: { billedSeconds: durationSeconds, outputSeconds: durationSeconds, tier: 1080 },
      ...end,
    } as VideoTask;
  }

  async #call<Result>(call: keyof FakeVideoService['calls'], effect: () => Result): Promise<Result> {
    await this.#line().step();
    this.calls[call] += 1;
    const index = this.failures.findIndex((failure) => failure.call === call);
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    if (failure?.when === 'before') throw new ServiceError(failure.error);
    const result = effect();
    if (this.deadly.has(call)) await this.#line().die();
    await this.#line().step();
    if (failure) throw new ServiceError(failure.error);
    return result;
  }
}

/** A call whose answer doesn't come, for as long as the caller waits for it. */
async function untilHungUp(signal: AbortSignal | undefined, nothingHappened: boolean): Promise<never> {
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  throw new ServiceError({ fault: 'aborted', code: 'AbortedByCaller', nothingHappened });
}

export interface PostedMessage {
  readonly id: string;
  readonly channelId: string;
  readonly body: MessageBody;
  readonly nonce: string;
  readonly at: number;
}

/** Discord as the video feature sees it: nonces that are forgotten after minutes, tokens that die, channels that close. */
export class FakeMessenger implements Messenger {
  readonly posted: PostedMessage[] = [];
  readonly panels: MessageBody[] = [];
  /** The same, with where they were written. */
  readonly edits: { readonly panel: PanelAddress; readonly body: MessageBody }[] = [];
  readonly whispers: MessageBody[] = [];
  readonly directs: { userId: string; body: MessageBody }[] = [];
  readonly removed: string[] = [];
  /** Panels that were deleted, by the channel of each. */
  readonly panelsRemoved: string[] = [];
  readonly threads: { channelId: string; name: string }[] = [];
  readonly typed: { channelId: string; at: number }[] = [];
  /** Every call, whatever came of it. */
  readonly tried: (keyof Messenger)[] = [];
  readonly failures: {
    call: keyof Messenger;
    when: 'before' | 'after';
    error: MessageError;
    times?: number;
  }[] = [];
  /** Calls that kill the process once they have had their effect. */
  readonly deadly = new Set<keyof Messenger>();
  nonceMemoryMs = 5 * 60_000;
  /** What is known of attachments: by place, and by the address that expired. */
  readonly attachments = new Map<string, string>();
  readonly renewed = new Map<string, string>();
  readonly #clock: FakeClock;
  readonly #line: () => Lifeline;

  constructor(clock: FakeClock, line: () => Lifeline) {
    this.#clock = clock;
    this.#line = line;
  }

  /** All text that one person or everybody was shown, for assertions. */
  static textOf(body: MessageBody | undefined): string {
    return JSON.stringify(body?.components ?? []);
  }

  async post(channelId: string, body: MessageBody, nonce: string) {
    return await this.#call('post', () => {
      refuseAsDiscord(body);
      const known = this.posted.find(
        (message) =>
          message.nonce === nonce &&
          message.channelId === channelId &&
          this.#clock.now() - message.at < this.nonceMemoryMs,
      );
      if (known) return { messageId: known.id };
      const id = String(9_000_000_000_000_000_000n + BigInt(this.posted.length));
      this.posted.push({ id, channelId, body, nonce, at: this.#clock.now() });
      return { messageId: id };
    });
  }

  async findOwn(channelId: string, customId: string, since: number) {
    return await this.#call('findOwn', () => {
      const isIt = (message: PostedMessage) =>
        message.channelId === channelId &&
        message.at >= since &&
        FakeMessenger.textOf(message.body).includes(customId);
      const found = this.posted.find(isIt);
      return found && { messageId: found.id, hasFile: (found.body.files ?? []).length > 0 };
    });
  }

  async attachmentUrl(channelId: string, messageId: string, attachmentId?: string) {
    return await this.#call('attachmentUrl', () =>
      this.attachments.get(`${channelId}/${messageId}/${attachmentId ?? ''}`),
    );
  }

  async renewUrls(urls: readonly string[]) {
    return await this.#call('renewUrls', () => urls.map((url) => this.renewed.get(url)));
  }

  async editPanel(panel: PanelAddress, body: MessageBody) {
    return await this.#call('editPanel', () => {
      refuseAsDiscord(body);
      if (this.#clock.now() >= panel.tokenExpiresAt && !panel.messageId)
        throw new MessageError('token-dead', undefined);
      this.panels.push(body);
      this.edits.push({ panel, body });
      return { messageId: 'panel-1' };
    });
  }

  async removePanel(panel: PanelAddress) {
    await this.#call('removePanel', () => {
      if (this.#clock.now() >= panel.tokenExpiresAt && !panel.messageId)
        throw new MessageError('token-dead', undefined);
      this.panelsRemoved.push(panel.channelId);
    });
  }

  async whisper(panel: PanelAddress, body: MessageBody) {
    await this.#call('whisper', () => {
      if (this.#clock.now() >= panel.tokenExpiresAt) throw new MessageError('token-dead', undefined);
      refuseAsDiscord(body);
      this.whispers.push(body);
    });
  }

  async direct(userId: string, body: MessageBody) {
    await this.#call('direct', () => {
      refuseAsDiscord(body);
      this.directs.push({ userId, body });
    });
  }

  async remove(_channelId: string, messageId: string) {
    await this.#call('remove', () => {
      this.removed.push(messageId);
    });
  }

  async textIn() {
    return '';
  }

  async customIdsIn(channelId: string, messageId: string) {
    return await this.#call('customIdsIn', () => {
      const message = this.posted.find((each) => each.id === messageId && each.channelId === channelId);
      const found = FakeMessenger.textOf(message?.body).matchAll(/"custom_id":"([^"]*)"/g);
      return [...found].map(([, id = '']) => id);
    });
  }

  async typing(channelId: string) {
    await this.#call('typing', () => {
      this.typed.push({ channelId, at: this.#clock.now() });
    });
  }

  async createThread(channelId: string, name: string) {
    return await this.#call('createThread', () => {
      this.threads.push({ channelId, name });
      return { channelId: `thread-${this.threads.length}` };
    });
  }

  async #call<Result>(call: keyof Messenger, effect: () => Result): Promise<Result> {
    await this.#line().step();
    this.tried.push(call);
    const failure = this.failures.find((each) => each.call === call && (each.times ?? 1) > 0);
    if (failure) failure.times = (failure.times ?? 1) - 1;
    if (failure?.when === 'before') throw failure.error;
    const result = effect();
    if (this.deadly.has(call)) await this.#line().die();
    await this.#line().step();
    if (failure) throw failure.error;
    return result;
  }
}

/** Discord's limits on the address of a button and on all text of a message (50035). */
function refuseAsDiscord(body: MessageBody): void {
  const texts: string[] = [];
  const urls: string[] = [];
  JSON.stringify(body.components, (key, value: unknown) => {
    if (key === 'content' && typeof value === 'string') texts.push(value);
    if (key === 'url' && typeof value === 'string') urls.push(value);
    return value;
  });
  const fits = urls.every((url) => url.length <= 512) && texts.join('').length <= 4_000;
  if (!fits) throw new MessageError('invalid', undefined, 50_035);
}

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

/** What stands in a file of this world, by its first byte. */
const firstBytes = { 'a video': 1, rubbish: 0, 'what cannot be inspected': 2 } as const;

/** Everything around the video feature, faked; `restart` ends the process as a kill would and begins another. */
export class VideoWorld {
  readonly clock = new FakeClock();
  #line = new Lifeline();
  readonly writeFaults = new WriteFaults(() => this.clock.now());
  readonly jobs = new MemoryShelf<VideoJob>(
    () => this.#line,
    this.writeFaults,
    jobIndex,
  ) satisfies Collection<VideoJob>;
  readonly spent = new FakeMoney(() => this.#line, this.writeFaults);
  /** Set before `restart`: what moderators decided about spending. */
  rules: SpendingRules | undefined;
  readonly drafts = new MemoryShelf<Draft>(() => this.#line);
  readonly presets = new MemoryShelf<PresetsOfPerson>(() => this.#line);
  readonly service = new FakeVideoService(this.clock, () => this.#line);
  readonly messenger = new FakeMessenger(this.clock, () => this.#line);
  /** Looks into files so far, and how many of the first ones come to nothing. */
  inspections = 0;
  uninspectedLooks = 0;
  /** Steps with a file that kill the process. */
  readonly deadly = new Set<'download' | 'inspect'>();
  /** Set before `restart`. */
  log: Logger = pino({ level: 'silent' });
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
  smallestBytes = 500;
  restarts = 0;
  readonly dataDir: string;
  readonly #settings: Omit<StudioSettings, 'dataDir'>;
  studio: VideoStudio;

  private constructor(dataDir: string, settings: Partial<StudioSettings>) {
    this.dataDir = dataDir;
    this.#settings = { ...standardSettings, ...settings };
    this.studio = this.#newStudio(this.#line);
  }

  static async open(
    settings: Partial<StudioSettings> = {},
    line = new Lifeline(),
    { countsDeaths = false } = {},
  ): Promise<VideoWorld> {
    const world = new VideoWorld(await mkdtemp(join(tmpdir(), 'emcee-video-')), settings);
    world.countsDeaths = countsDeaths;
    world.#line = line;
    world.studio = world.#newStudio(line);
    await world.studio.open();
    return world;
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
      drafts: this.drafts,
      presets: this.presets,
      client: this.service,
      messenger: this.messenger,
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
        await writeFile(path, new Uint8Array(bytes).fill(firstBytes[next.holds ?? 'a video']));
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
        ? async (_film, to, maxBytes, _signal, onProgress) => {
            onProgress(0.5);
            if (maxBytes < this.smallestBytes) return undefined;
            await writeFile(to, new Uint8Array(this.smallestBytes).fill(1));
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
export function orderFor(world: VideoWorld, id = '1000000000000000001', changes: Partial<Order> = {}): Order {
  return {
    id,
    reference: 'TEST-0001',
    guildId: '3000000000000000001',
    channelId: '4000000000000000001',
    userId: '2000000000000000001',
    locale: 'en-US',
    publicLocale: 'en-US',
    panel: {
      channelId: '4000000000000000001',
      applicationId: '5000000000000000001',
      token: 'token-of-the-interaction',
      tokenExpiresAt: world.clock.now() + 15 * 60_000,
    },
    attachmentLimitBytes: 10 * 1024 * 1024,
    ...changes,
  };
}

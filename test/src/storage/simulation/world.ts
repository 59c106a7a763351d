import { expect } from 'vitest';
import { anotherServer } from '../../../../sandbox/discord/world/places.ts';
import { isOnShards } from '../../../../src/operations/shards.ts';
import { type VideoJob, videoJobSchema } from '../../../../src/video/job.ts';
import { collected } from '../../../support/collected.ts';
import type { SimulatedEngine, SomeShards } from './engine.ts';
import { limits, SimulatedProcess, tasksAtOnce } from './process.ts';
import { SimulatedService } from './service.ts';
import type { SimulatedTime } from './time.ts';

const count = 4;
const places: readonly SomeShards[] = [
  { ids: [0, 1], count },
  { ids: [2], count },
  { ids: [3], count },
];
const guilds = Array.from({ length: 12 }, (_, index) => anotherServer(index).guildId);
const people = ['ada', 'ben', 'cai', 'dan', 'eli'];
const secondsMs = 1_000;
/** The store may be away for a minute, and a write is repeated after half of one at most. */
const takenBackWithinMs = 100_000;

export type Tally = Readonly<
  Record<'accepted' | 'refused' | 'failed' | 'made' | 'toldRestarted' | 'deaths', number>
>;

/** Someone asked for it; what they were told is known unless the process died. */
interface Asked {
  readonly by: SimulatedProcess;
  /** It takes back what may have been written, unless it dies before that; then the next one makes it, and it's paid. */
  toldAt: number;
  told: 'accepted' | 'refused' | 'failed' | undefined;
}

/**
 * Three places for processes on one store, what happens to them, and what must be true whatever does. A process that dies is started again;
 * sometimes the next one is started while it lives.
 */
export class SimulatedWorld {
  readonly time: SimulatedTime;
  readonly #engine: SimulatedEngine;
  readonly #draw: (below: number) => number;
  readonly #service: SimulatedService;
  readonly #processes: SimulatedProcess[] = [];
  readonly #asked = new Map<string, Asked>();
  readonly #callsOf = new Map<string, SimulatedProcess>();
  readonly #posts = new Map<string, number>();
  readonly #ended = new Map<string, string>();
  #storeAwayUntil = 0;
  #ids = 0;
  #deaths = 0;
  #toldRestarted = 0;
  #isCalm = false;
  #fault: unknown;
  /** What happened last, for whoever looks at a fault. */
  readonly trace: string[] = [];

  constructor(engine: SimulatedEngine, time: SimulatedTime, draw: (below: number) => number) {
    this.#engine = engine;
    this.time = time;
    this.#draw = draw;
    this.#service = new SimulatedService(time, draw);
    for (const place of places) this.#start(place);
    void this.#goOn();
  }

  /** @throws what's wrong */
  async step(): Promise<void> {
    await this.time.step();
    if (this.#fault) throw this.#fault;
    if (this.time.steps % 500 === 0) await this.#expectNothingWrong();
  }

  /** Nothing goes wrong any more, until everything is done. Then nothing may be lost. */
  async end(): Promise<void> {
    this.#isCalm = true;
    this.#service.isCalm = true;
    for (const { line } of this.#processes) line.isCalm = true;
    await this.#rest();
    // What a replaced process left is found by the next start.
    for (const process of this.#processes) this.#kill(process);
    await this.#rest();
    await this.#expectNothingLost();
  }

  async #rest(): Promise<void> {
    const until = this.time.now + 6 * 3_600_000;
    do {
      this.#startMissing();
      for (let step = 0; step < 500; step += 1) await this.step();
    } while (this.time.now < until && !(await this.#isDone()));
  }

  /** What happened, as counts. */
  get tally(): Tally {
    const told = [...this.#asked.values()].map(({ told }) => told);
    return {
      accepted: told.filter((each) => each === 'accepted').length,
      refused: told.filter((each) => each === 'refused').length,
      failed: told.filter((each) => each === 'failed').length,
      made: this.#service.tasks.length,
      toldRestarted: this.#toldRestarted,
      deaths: this.#deaths,
    };
  }

  async #isDone(): Promise<boolean> {
    if (!places.every((shards) => this.#processes.some((each) => each.shards === shards && each.isWorking)))
      return false;
    const jobs = await this.#jobs();
    const busy = [...this.#callsOf].some(([id, process]) => process.isInRoom(id));
    return !busy && jobs.every((job) => 'settled' in job && job.settled);
  }

  #start(shards: SomeShards): void {
    this.#ids += 1;
    const name = `process ${this.#ids} (${shards.ids.join(', ')})`;
    const process = new SimulatedProcess(name, shards, {
      ...{ time: this.time, engine: this.#engine, service: this.#service, draw: this.#draw },
      storeAwayUntil: () => this.#storeAwayUntil,
      fail: (fault) => {
        this.#fault ??= fault;
      },
      toldRestarted: (by, callId) => this.#hearRestarted(by, callId),
      isPosted: (nonce) => this.#posts.has(nonce),
      post: (nonce) => void this.#posts.set(nonce, (this.#posts.get(nonce) ?? 0) + 1),
    });
    process.line.isCalm = this.#isCalm;
    this.#processes.push(process);
    this.#note(`${name} starts`);
  }

  #startMissing(): void {
    const alive = this.#processes.filter(({ isDead }) => !isDead);
    this.#processes.splice(0, Number.POSITIVE_INFINITY, ...alive);
    for (const shards of places) if (!alive.some((each) => each.shards === shards)) this.#start(shards);
  }

  /** What happens, one thing after the other. */
  async #goOn(): Promise<void> {
    while (!this.#isCalm) {
      await this.time.sleep(100 + this.#draw(4_000));
      if (!this.#isCalm) this.#happen();
    }
  }

  #happen(): void {
    const drawn = this.#draw(100);
    const process = this.#processes[this.#draw(this.#processes.length)];
    if (drawn < 60) this.#order();
    else if (drawn < 74) this.#talk();
    else if (drawn < 82) this.#startMissing();
    else if (!process || process.isDead) return;
    else if (drawn < 85) this.#kill(process);
    else if (drawn < 88) this.#cut(process);
    else if (drawn < 90) this.#loseLock(process);
    else if (drawn < 93) process.clock.set((this.#draw(200) - 100) * secondsMs);
    else if (drawn < 95) process.line.slowFor(this.#draw(60) * secondsMs);
    else if (drawn < 97) this.#startBeside(process);
    else if (drawn < 98) this.#loseStore();
  }

  #order(): void {
    const [guildId, userId] = this.#who();
    const process = this.#processOf(guildId);
    if (!process) return;
    this.#ids += 1;
    const id = String(1_324_000_000_000_000_000n + BigInt(this.#ids));
    const asked: Asked = { by: process, toldAt: 0, told: undefined };
    this.#asked.set(id, asked);
    process.order(id, guildId, userId).then(
      (told) => {
        asked.told = told;
        asked.toldAt = this.time.now;
        if (told !== 'accepted') this.#note(`${id} is ${told}`);
      },
      (error: unknown) => {
        this.#fault ??= error;
      },
    );
  }

  #talk(): void {
    const [guildId, userId] = this.#who();
    const process = this.#processOf(guildId);
    if (!process) return;
    this.#ids += 1;
    const id = `call-${this.#ids}`;
    this.#callsOf.set(id, process);
    process.talk(id, guildId, userId, this.#draw(4)).catch((error: unknown) => {
      this.#fault ??= error;
    });
  }

  /** Discord tells whoever it thinks has the shard, also one that was replaced a moment ago. */
  #processOf(guildId: string): SimulatedProcess | undefined {
    const working = this.#processes.filter((each) => each.isWorking && isOnShards(each.shards, guildId));
    return working[this.#draw(Math.max(1, working.length))];
  }

  #kill(process: SimulatedProcess): void {
    this.#note(`${process.name} is killed`);
    this.#deaths += 1;
    void process.kill();
  }

  #cut(process: SimulatedProcess): void {
    const seconds = 1 + this.#draw(60);
    this.#note(`${process.name} doesn't reach the store for ${seconds} s`);
    process.line.cutFor(seconds * secondsMs);
    if (this.#draw(3) === 0) this.#loseLock(process);
  }

  #loseLock(process: SimulatedProcess): void {
    if (!process.holdsLock) return;
    this.#note(`${process.name} loses the connection with its locks`);
    if (this.#draw(2) === 0) this.#startBeside(process);
    void process.loseLock().catch((error: unknown) => {
      this.#fault ??= error;
    });
  }

  #startBeside({ shards }: SimulatedProcess): void {
    if (this.#processes.filter((each) => !each.isDead && each.shards === shards).length < 2)
      this.#start(shards);
  }

  #loseStore(): void {
    const seconds = 1 + this.#draw(60);
    this.#note(`the store is away for ${seconds} s`);
    this.#storeAwayUntil = this.time.now + seconds * secondsMs;
  }

  #who(): readonly [guildId: string, userId: string] {
    return [guilds[this.#draw(guilds.length)] ?? '', people[this.#draw(people.length)] ?? ''];
  }

  #hearRestarted(by: SimulatedProcess, callId: string): void {
    this.#toldRestarted += 1;
    const process = this.#callsOf.get(callId);
    if (!process) this.#fault ??= new Error(`${by.name} told of a call that never was: ${callId}`);
    else if (process.isInRoom(callId) && process.holdsLock)
      this.#fault ??= new Error(`${by.name} told that ${callId} of ${process.name} ended, which it didn't`);
    else if (!by.holdsLock && !by.isDead && by.isWorking)
      this.#fault ??= new Error(`${by.name} told that ${callId} ended, without its lock`);
  }

  async #expectNothingWrong(): Promise<void> {
    await this.#expectWithinLimits();
    await this.#expectEndsToStay();
    const prompts = this.#service.tasks.map(({ request }) => request.prompt);
    if (new Set(prompts).size < prompts.length) throw new Error('a video was made twice');
    const made = this.#service.tasks.filter(({ endsAt }) => endsAt > this.time.now).length;
    // A process that was replaced a moment ago may have one more on its way; the real service would refuse that one for now.
    if (made > tasksAtOnce + 1) throw new Error(`${made} videos are made at once, and ${tasksAtOnce} may be`);
    for (const [nonce, times] of this.#posts)
      if (times > 1) throw new Error(`${nonce} was posted ${times} times`);
  }

  async #expectWithinLimits(): Promise<void> {
    const rows = await this.#engine.rows('SELECT unit, period, guild, person, amount FROM sums');
    for (const { unit, period, guild, person, amount } of rows) {
      const { perPersonPerDay, perGuildPerDay, perBotPerDay } = limits[unit as keyof typeof limits];
      const most = guild === '' ? perBotPerDay : person === '' ? perGuildPerDay : perPersonPerDay;
      if (Number(amount) < 0 || Number(amount) > most)
        throw new Error(`${amount} of ${most} ${unit} are spent on ${period} by ${guild}/${person}`);
    }
  }

  async #expectEndsToStay(): Promise<void> {
    for (const job of await this.#jobs()) {
      const { id, state } = job;
      const before = this.#ended.get(id);
      if (before !== undefined && before !== state)
        throw new Error(`${id} was ${before} and is ${state} now`);
      if ('settled' in job && state !== 'undecided') this.#ended.set(id, state);
    }
  }

  async #expectNothingLost(): Promise<void> {
    await this.#expectNothingWrong();
    const jobs = new Map((await this.#jobs()).map((job) => [job.id, job]));
    const reservations = await this.#engine.rows(
      'SELECT unit, id, guild, person, amount, settled, charged FROM reservations',
    );
    const ofVideos = new Map(
      reservations.filter(({ unit }) => unit === 'video-seconds').map((row) => [String(row.id), row]),
    );
    for (const [id, asked] of this.#asked) this.#expectDone(id, asked, jobs.get(id), ofVideos.get(id));
    const isKnown = ({ settled, id }: Record<string, unknown>) =>
      Number(settled) === 1 || jobs.get(String(id))?.state === 'abandoned';
    expect([...ofVideos.values()].filter((row) => !isKnown(row))).toEqual([]);
    // Every task is known to the job it was made for.
    const known = new Set([...jobs.values()].flatMap((job) => ('taskId' in job ? (job.taskId ?? []) : [])));
    expect(this.#service.tasks.filter(({ id }) => !known.has(id)).map(({ id }) => id)).toEqual([]);
    // Sums are what was reserved and corrected, and nothing else.
    const sums = new Map<string, number>();
    for (const { amount, charged } of reservations)
      for (const [guild, person, unit, period] of (JSON.parse(String(charged)) as { rows: string[][] })
        .rows) {
        const key = `${guild}/${person}/${unit}/${period}`;
        sums.set(key, (sums.get(key) ?? 0) + Number(amount));
      }
    const kept = await this.#engine.rows('SELECT unit, period, guild, person, amount FROM sums');
    const stored = kept.map(
      ({ unit, period, guild, person, amount }) =>
        [`${guild}/${person}/${unit}/${period}`, Number(amount)] as const,
    );
    const above0 = (entries: Iterable<readonly [string, number]>) =>
      Object.fromEntries([...entries].filter(([, amount]) => amount !== 0));
    expect(above0(stored)).toEqual(above0(sums));
    expect(await collected(this.#engine.beside.records.list({ collection: 'conversation-running' }))).toEqual(
      [],
    );
  }

  #expectDone(
    id: string,
    { told, toldAt, by }: Asked,
    job: VideoJob | undefined,
    reserved: Record<string, unknown> | undefined,
  ): void {
    if (told === 'accepted' && !job) throw new Error(`${id} was accepted and is gone`);
    const diedSoon = by.diedAt !== undefined && by.diedAt - toldAt < takenBackWithinMs;
    if (told === 'failed' && job && !diedSoon)
      throw new Error(`${id} was refused, and still it's ${job.state}`);
    if (told === 'refused' && job) throw new Error(`${id} was over the limit, and still it's ${job.state}`);
    if (!job) {
      if (reserved && Number(reserved.amount) !== 0) throw new Error(`${id} is paid and isn't there`);
      return;
    }
    const costs = ['delivered', 'abandoned'].includes(job.state) ? job.request.durationSeconds : 0;
    if (Number(reserved?.amount ?? -1) !== costs)
      throw new Error(`${id} is ${job.state} and costs ${reserved?.amount}, not ${costs}`);
  }

  async #jobs(): Promise<readonly VideoJob[]> {
    const listed = await collected(this.#engine.beside.records.list({ collection: 'video-jobs' }));
    return listed.map(([, text]) => videoJobSchema.parse((JSON.parse(text) as { value: unknown }).value));
  }

  #note(what: string): void {
    this.trace.push(`${new Date(this.time.now).toISOString()} ${what}`);
    if (this.trace.length > 60) this.trace.shift();
  }
}

import {
  type RunningCallRecord,
  RunningCalls,
  runningCallSchema,
} from '../../../../src/call/running-calls.ts';
import { Spending, type SpendingEntry } from '../../../../src/community/spending.ts';
import { holdMoney, keptLeases } from '../../../../src/community/spending-lease.ts';
import { TokenBucket } from '../../../../src/operations/rate-limits.ts';
import { RepeatedWrites } from '../../../../src/operations/repeated-writes.ts';
import { Rounds } from '../../../../src/operations/rounds.ts';
import { Refusal } from '../../../../src/refusal/refusal.ts';
import type { Collection } from '../../../../src/storage/collection.ts';
import { ownRecords } from '../../../../src/storage/own-records.ts';
import { asWritten } from '../../../../src/storage/record-index.ts';
import { StoreError } from '../../../../src/storage/store-error.ts';
import { Acceptance } from '../../../../src/video/acceptance.ts';
import { isOpen, jobIndex, resultNonce, type VideoJob, videoJobSchema } from '../../../../src/video/job.ts';
import { JobLedger } from '../../../../src/video/ledger.ts';
import { Poller } from '../../../../src/video/poller.ts';
import { Search } from '../../../../src/video/search.ts';
import { Submitter } from '../../../../src/video/submitter.ts';
import { silentLog as log } from '../../../support/fake-log.ts';
import { storeOver } from '../../../support/opened-store.ts';
import type { SimulatedEngine, SimulatedLock, SomeShards } from './engine.ts';
import { Line } from './line.ts';
import type { SimulatedService } from './service.ts';
import { forever, SimulatedClock, type SimulatedTime } from './time.ts';

/** What the processes of a simulation share, and are held to. */
export interface Surroundings {
  readonly time: SimulatedTime;
  readonly engine: SimulatedEngine;
  readonly service: SimulatedService;
  readonly draw: (below: number) => number;
  readonly storeAwayUntil: () => number;
  /** Something is wrong that must never be. */
  readonly fail: (fault: unknown) => void;
  /** A channel is told that its call ended with a restart. */
  readonly toldRestarted: (by: SimulatedProcess, callId: string) => void;
  /** The message with that nonce is in the channel. */
  readonly isPosted: (nonce: string) => boolean;
  readonly post: (nonce: string) => void;
}

/** Of videos, and of live time, in seconds: people get there now and then. */
export const limits = {
  'video-seconds': { perPersonPerDay: 10, perGuildPerDay: 45, perBotPerDay: 400 },
  'live-seconds': { perPersonPerDay: 180, perGuildPerDay: 600, perBotPerDay: 3_000 },
};
export const tasksAtOnce = 3;
const accountLimits = { createsPerSecond: 5, tasksAtOnce };
const lockAgainMs = 500;
const startAgainMs = 1_000;

interface Working {
  readonly acceptance: Acceptance;
  readonly live: Spending;
  readonly calls: RunningCalls;
}

/**
 * A process of the bot with some of the shards: its store, money, videos and calls are the real ones, wired as in `main.ts`. Played are its
 * machine, what people do, and what's posted.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly shards: SomeShards;
  readonly clock: SimulatedClock;
  readonly line: Line;
  readonly #around: Surroundings;
  #lock: SimulatedLock | undefined;
  #working: Working | undefined;
  /** Real work of its own that hasn't been lost with it. */
  readonly #inRoom = new Map<string, AbortController>();

  constructor(name: string, shards: SomeShards, around: Surroundings) {
    const { time, draw, storeAwayUntil } = around;
    this.name = name;
    this.shards = shards;
    this.#around = around;
    this.clock = new SimulatedClock(time);
    this.line = new Line({ time, clock: this.clock, draw, storeAwayUntil });
    void this.#live().catch((error: unknown) => around.fail(error));
  }

  get isDead(): boolean {
    return this.clock.isDead;
  }

  get holdsLock(): boolean {
    return this.#lock !== undefined && !this.isDead;
  }

  get isWorking(): boolean {
    return this.#working !== undefined && !this.isDead;
  }

  isInRoom(callId: string): boolean {
    return !this.isDead && this.#inRoom.has(callId);
  }

  /** Undefined while it lives. */
  diedAt: number | undefined;

  /** Nothing that it does from now on has an effect. */
  async kill(): Promise<void> {
    this.clock.isDead = true;
    this.diedAt ??= this.#around.time.now;
    this.#inRoom.clear();
    const lock = this.#lock;
    this.#lock = undefined;
    await lock?.release();
  }

  /** The connection that has its locks is gone, and with it the locks, until they're taken again. */
  async loseLock(): Promise<void> {
    const lock = this.#lock;
    if (!lock || this.isDead) return;
    this.#lock = undefined;
    const isOurs = await lock.lose();
    if (this.isDead) return await lock.release();
    if (isOurs) this.#lock = lock;
    else await this.kill();
  }

  /** Resolves to what the person was told; never, if the process died meanwhile. */
  async order(id: string, guildId: string, userId: string): Promise<'accepted' | 'refused' | 'failed'> {
    if (!this.#working) return 'failed';
    const panel = { channelId: guildId, applicationId: '1', tokenExpiresAt: 0 };
    const place = { guildId, channelId: guildId, userId, locale: 'en-US', publicLocale: 'en-US' };
    const order = { id, reference: 'ABCD', ...place, panel, attachmentLimitBytes: 1e7 };
    try {
      await this.#working.acceptance.accept(order, { of: 'text', prompt: `a kite, ${id}`, duration: 5 });
      return 'accepted';
    } catch (error) {
      if (error instanceof Refusal) return 'refused';
      if (error instanceof StoreError) return 'failed';
      throw error;
    }
  }

  /** A call of so many minutes, each of which is reserved before it begins. */
  async talk(id: string, guildId: string, userId: string, minutes: number): Promise<void> {
    const working = this.#working;
    if (!working) return;
    const { live, calls } = working;
    const entryOf = (minute: number): SpendingEntry => ({
      ...{ id: `${id}/${minute}`, guildId, userId, at: this.clock.now() },
    });
    let paid = entryOf(0);
    const end = new AbortController();
    try {
      await live.charge(paid, 60);
      const request = { id, guildId, reference: 'ABCD', voiceChannelId: guildId, textChannelId: guildId };
      this.#inRoom.set(id, end);
      await calls.add({
        ...{ ...request, panelChannelId: guildId, startedBy: userId, locale: 'en-US', publicLocale: 'en-US' },
      });
      for (let minute = 1; minute <= minutes; minute += 1) {
        await this.clock.sleep(60_000);
        await live.settle(paid, 60);
        paid = entryOf(minute);
        await live.charge(paid, 60);
      }
      await this.clock.sleep(20_000);
      await live.settle(paid, 20);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof StoreError)) throw error;
    }
    this.#inRoom.delete(id);
    await calls.noteEnded(id);
  }

  async #live(): Promise<void> {
    while (!this.#lock) {
      this.#lock = await this.#around.engine.takeLock(this.line, this.shards);
      if (!this.#lock) await this.clock.sleep(lockAgainMs);
    }
    if (this.isDead) return await this.#lock.release();
    try {
      this.#working = await this.#open();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // The launcher starts it again.
      await this.clock.sleep(startAgainMs);
      await this.kill();
    }
  }

  async #open(): Promise<Working> {
    const { engine, service } = this.#around;
    const { clock, shards, line } = this;
    const { atomic, sharedLine } = engine.open(line, shards);
    const store = ownRecords(storeOver(atomic, { log, now: clock.now }), shards);
    const spent = await holdMoney(atomic, shards);
    keptLeases({
      leases: atomic.leases,
      held: spent.leases,
      clock,
      log,
      onLost: () => void this.kill(),
    }).open();
    const writes = new RepeatedWrites({ clock, log });
    const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
    const ledger = new JobLedger({ shelf: jobs, clock, log, writes });
    const shared = { spent, clock, log, writes };
    const spending = new Spending({ ...shared, unit: 'video-seconds', limits: limits['video-seconds'] });
    const client = service.for(clock);
    const gate = new TokenBucket({ perSecond: 10 }, clock);
    const submitter = new Submitter({
      ...{ ledger, client, clock, log, line: sharedLine },
      limits: { standard: accountLimits, small: accountLimits },
      renew: async ({ request }) => request,
    });
    const search = new Search({ ledger, client, clock, log, gate });
    const random = () => this.#around.draw(1_000) / 1_000;
    const timing = { intervalMs: 15_000, deadlineMs: 24 * 3_600_000 };
    const poller = new Poller({ ledger, client, clock, log, gate, random, ...timing });
    const ends = this.#endsOf(ledger);
    await ledger.load();
    await spending.giveBackUnless(async (id) => (await ledger.find(id)) !== undefined);
    const running: Collection<RunningCallRecord> = store.collection(
      'conversation-running',
      runningCallSchema,
      asWritten,
    );
    const calls = this.#callsOf(running);
    for (const job of ledger.open()) {
      if (isToBeEnded(job)) ends.schedule(job.id, 0);
      for (const part of [poller, submitter]) part.resume(job);
      await search.resume(job);
    }
    ends.start();
    poller.start();
    search.start();
    submitter.start();
    await calls.recover();
    return {
      acceptance: new Acceptance({
        ...{ ledger, spending, clock, region: 'singapore' as const },
        messenger: unused('a messenger'),
        inspectors: unused('inspectors'),
      }),
      live: new Spending({ ...shared, unit: 'live-seconds', limits: limits['live-seconds'] }),
      calls,
    };
  }

  /** Delivery and ends in few words: as `delivery.ts` and `endings.ts`, without files and panels. */
  #endsOf(ledger: JobLedger): Rounds {
    const { isPosted, post } = this.#around;
    const { clock } = this;
    const deliver = async (job: VideoJob) => {
      const nonce = resultNonce(job.id);
      if (job.state === 'succeeded') {
        const begun = await ledger.apply(job.id, { type: 'delivery-started' });
        if (begun?.state !== 'delivering') return;
      }
      await clock.sleep(100);
      if (!isPosted(nonce)) post(nonce);
      await clock.sleep(100);
      await ledger.record(job.id, {
        ...{ type: 'delivered', channelId: job.place.channelId, messageId: nonce, as: 'file' },
      });
    };
    const rounds = new Rounds({
      ...{ name: 'ends', clock, log, atOnce: 10 },
      work: async (id) => {
        const job = await ledger.find(id);
        if (!job || !isOpen(job)) return undefined;
        if (job.state === 'succeeded' || job.state === 'delivering') await deliver(job);
        else if (job.state === 'undecided') await ledger.apply(id, { type: 'given-up' });
        else if ('settled' in job) await ledger.record(id, { type: 'settled', of: job.state });
        return undefined;
      },
    });
    ledger.onChange((job) => {
      if (isToBeEnded(job)) rounds.schedule(job.id, clock.now());
    });
    return rounds;
  }

  #callsOf(shelf: Collection<RunningCallRecord>): RunningCalls {
    const { clock } = this;
    return new RunningCalls({
      ...{ shelf, clock, log },
      presenter: { sentences: (() => ({ restarted: () => 'I restarted' })) as never },
      messenger: {
        post: async (_, __, nonce) => {
          await clock.sleep(50);
          this.#around.toldRestarted(this, nonce.slice(1));
          return { messageId: nonce };
        },
        editPanel: async () => await forever(),
      },
    });
  }
}

function isToBeEnded(job: VideoJob): boolean {
  if ('settled' in job) return !job.settled;
  return job.state === 'succeeded' || job.state === 'delivering';
}

function unused<Part extends object>(name: string): Part {
  return new Proxy({} as Part, {
    get: () => {
      throw new Error(`nothing in a simulation needs ${name}`);
    },
  });
}

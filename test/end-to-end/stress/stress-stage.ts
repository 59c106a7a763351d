import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DiscordSandbox, type Person, startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { assertNothingOdd } from '../../../sandbox/test/support/nothing-odd.ts';
import { tinyVideo } from '../../../sandbox/test/support/tiny-video.ts';
import { PushedClock } from '../../support/pushed-clock.ts';
import { letCallsFail } from './failing-calls.ts';
import { StressBotProcess } from './stress-bot-process.ts';
import type { JobReport, StressOrder, StressReport } from './stress-messages.ts';

export type Accept = Extract<StressOrder, { do: 'accept' }>;

export interface StressOptions {
  readonly seed: number;
  /** Of all calls to both stand-ins, the share that fails. */
  readonly failingShare: number;
  readonly channelCount: number;
}

const speed = 20;
/** The clock moves on by so much at a time, no faster than `speed` and never faster than the bot follows. */
const pushMs = 400;
const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
/** More calls to Discord than any run makes. */
const manyCalls = 20_000;

/** The answer to an interaction that a bot has deferred: where its panel is, and who asked. */
export interface Deferred {
  readonly id: string;
  readonly token: string;
  readonly channelId: string;
  readonly person: Person;
  readonly tokenExpiresAt: number;
}

/** Both stand-ins on a fast clock, failing at random, and the studio as a process that can be killed. */
export class StressStage {
  readonly discord: DiscordSandbox;
  readonly service: ServiceSandbox;
  readonly channels: readonly string[];
  /** Every job as it was on disk last, by id. */
  readonly jobs = new Map<string, JobReport>();
  readonly #clock: PushedClock;
  readonly #closing = new AbortController();
  #followed: PromiseWithResolvers<void> | undefined;
  readonly #dataDir: string;
  /** Orders that the bot has not confirmed; a new process is given them again, as Discord repeats interactions. */
  readonly #unconfirmed = new Map<string, StressOrder>();
  readonly #waiters = new Set<() => void>();
  readonly #troubles: string[] = [];
  #bot: StressBotProcess | undefined;
  #isStarting = false;

  private constructor(parts: {
    discord: DiscordSandbox;
    service: ServiceSandbox;
    channels: readonly string[];
    clock: PushedClock;
    dataDir: string;
  }) {
    this.discord = parts.discord;
    this.service = parts.service;
    this.channels = parts.channels;
    this.#clock = parts.clock;
    this.#dataDir = parts.dataDir;
  }

  static async open({ seed, failingShare, channelCount }: StressOptions): Promise<StressStage> {
    const clock = new PushedClock();
    const now = () => clock.now();
    const discord = await startDiscordSandbox({ now, interactionAckMs: dayMs, identifyIntervalMs: 0 });
    const service = await startServiceSandbox({
      port: 0,
      now,
      pace: { pendingMs: 5_000, runningMs: 20_000 },
      // Not what is tested here; on the fast clock every hiccup of the machine would look like a flood of calls.
      limits: {
        createsPerSecond: 1_000,
        concurrentTasks: 1_000,
        small: { createsPerSecond: 1_000, concurrentTasks: 1_000 },
        queriesPerSecond: 1_000,
        listsPerSecond: 1_000,
      },
      renderer: async () => tinyVideo(),
    });
    const channels = await makeChannels(discord, channelCount);
    service.setChaos({ share: failingShare, seed, slowMs: 200 });
    letCallsFail(discord.faults, { share: failingShare, seed, calls: manyCalls });
    const dataDir = await mkdtemp(join(tmpdir(), 'emcee-stress-'));
    const stage = new StressStage({ discord, service, channels, clock, dataDir });
    await stage.startBot();
    void stage.#hurry();
    return stage;
  }

  async startBot(): Promise<void> {
    let isReady = false;
    this.#isStarting = true;
    const settings = {
      aheadMs: this.#clock.aheadMs,
      speed,
      discordApiUrl: this.discord.apiUrl,
      discordToken: this.discord.botToken,
      serviceUrl: this.service.baseUrl,
      serviceKey: this.service.apiKey,
      dataDir: this.#dataDir,
    };
    const bot = new StressBotProcess(settings, (report) => {
      isReady ||= report.is === 'ready';
      this.#hear(report);
    });
    this.#bot = bot;
    void bot.ended().then((trouble) => this.#note(trouble));
    await this.until(() => isReady);
    this.#isStarting = false;
    for (const order of this.#unconfirmed.values()) bot.send(order);
  }

  /** Kills the process wherever it is, and starts another on the same data. */
  async crash(): Promise<void> {
    this.#isStarting = true;
    this.#followed?.resolve();
    await this.#bot?.kill();
    await this.startBot();
  }

  /** Somebody uses the command, and the dispatcher defers: what the studio is then given to answer with. */
  async deferred(person: Person, channelId: string): Promise<Deferred> {
    const { id, token, createdAt } = this.discord.injectInteraction({
      userId: person.id,
      channelId,
      data: { name: 'video', type: 1 },
    });
    await this.#asked('POST', `/interactions/${id}/${token}/callback`, { type: 5 });
    return { id, token, channelId, person, tokenExpiresAt: createdAt + quarterHourMs };
  }

  send(order: StressOrder): void {
    this.#unconfirmed.set(order.do === 'accept' ? order.order.id : order.id, order);
    this.#bot?.send(order);
  }

  /** Resolves as soon as it holds of the jobs; rejects when the bot ends or refuses an order. */
  async until(holds: () => boolean): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (this.#troubles.length > 0) reject(new Error(this.#troubles.join('\n')));
        else if (holds()) resolve();
        else return;
        this.#waiters.delete(check);
      };
      this.#waiters.add(check);
      check();
    });
  }

  get unconfirmed(): number {
    return this.#unconfirmed.size;
  }

  count(holds: (job: JobReport) => boolean): number {
    return [...this.jobs.values()].filter(holds).length;
  }

  /** Everything that the bot wrote, wherever somebody can read it. */
  async written() {
    const direct = await Promise.all(
      Object.values(this.discord.people).map(async ({ token }) => {
        const channels = await this.#asked<{ id: string }[]>('GET', '/users/@me/channels', undefined, token);
        return channels.map(({ id }) => id);
      }),
    );
    return [...this.channels, ...direct.flat()].flatMap((id) => this.discord.state.messages(id));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#followed?.resolve();
    await this.#bot?.kill();
    await Promise.all([this.discord.close(), this.service.close()]);
    assertNothingOdd(this.discord, this.service);
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #hurry(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // A bot that is being started takes the time with it that it is then.
      if (!this.#isStarting) {
        this.#followed = Promise.withResolvers();
        this.#clock.push(pushMs);
        this.#bot?.send({ do: 'push', ms: pushMs });
        await this.#followed.promise;
      }
      await sleep(pushMs / speed);
    }
  }

  #hear(report: StressReport): void {
    if (report.is === 'pushed') {
      this.#followed?.resolve();
      return;
    }
    if (report.is === 'job') this.jobs.set(report.id, report);
    else if (report.is !== 'ready') this.#unconfirmed.delete(report.id);
    if (report.is === 'refused') this.#note(`an order was refused: ${report.why}`);
    this.#look();
  }

  #note(trouble: string): void {
    this.#troubles.push(trouble);
    this.#look();
  }

  #look(): void {
    for (const check of [...this.#waiters]) check();
  }

  async #asked<Body>(method: string, path: string, body?: unknown, token?: string): Promise<Body> {
    return await asked<Body>(this.discord, method, path, body, token);
  }
}

async function makeChannels(discord: DiscordSandbox, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `stress-${index + 1}`);
  const { token } = discord.people.owner;
  const path = `/guilds/${discord.guildId}/channels`;
  const made = await Promise.all(
    names.map((name) => asked<{ id: string }>(discord, 'POST', path, { name, type: 0 }, token)),
  );
  return made.map(({ id }) => id);
}

/** By the path without a version, which never fails. */
async function asked<Body>(
  discord: DiscordSandbox,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Body> {
  const response = await fetch(`${discord.apiUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

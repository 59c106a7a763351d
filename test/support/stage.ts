import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type DiscordSandbox,
  type DiscordSandboxOptions,
  startDiscordSandbox,
} from '../../sandbox/discord/server.ts';
import {
  type ServiceSandbox,
  type ServiceSandboxOptions,
  startServiceSandbox,
} from '../../sandbox/service/server.ts';
import { assertNothingOdd } from '../../sandbox/test/support/nothing-odd.ts';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import { textsIn, wrongLines } from './log-check.ts';
import { PushedClock } from './pushed-clock.ts';
import { hasSplitRoles, startSplitBot } from './split-bot.ts';

const voicesPath = fileURLToPath(new URL('../../sandbox/service/synthesis/voices.json', import.meta.url));

const basesPath = fileURLToPath(new URL('../../sandbox/service/knowledge/bases.json', import.meta.url));

export interface StageOptions {
  readonly discord?: DiscordSandboxOptions;
  readonly service?: ServiceSandboxOptions;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Nobody waits for what only time brings: the clock of the bot and of both stand-ins is pushed on and on, but never while
   * an interaction waits for its first answer, and no faster than the bot follows.
   */
  readonly hurry?: boolean;
  /** How the bot is started, if not as a process of this machine. */
  readonly start?: typeof startBot;
}

const hurryStepMs = 500;
const hurryPauseMs = 20;

/** The real bot as a process, both stand-ins, and people: what an end-to-end test plays on. */
export class Stage {
  readonly discord: DiscordSandbox;
  readonly service: ServiceSandbox;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #clock: PushedClock;
  readonly #hurries: boolean;
  readonly #start: typeof startBot;
  readonly #closing = new AbortController();
  readonly #people: SandboxPerson[] = [];
  #bot: BotProcess | undefined;
  /** Other processes of the same bot. */
  readonly #beside = new Set<BotProcess>();
  readonly #folders: string[] = [];
  /** Of every bot so far. */
  readonly #outputs: (() => string)[] = [];
  readonly #secrets: string[] = [];

  private constructor(parts: {
    discord: DiscordSandbox;
    service: ServiceSandbox;
    clock: PushedClock;
    dataDir: string;
    env: StageOptions['env'];
    hurry: boolean;
    start: typeof startBot;
  }) {
    this.discord = parts.discord;
    this.service = parts.service;
    this.#clock = parts.clock;
    this.dataDir = parts.dataDir;
    this.#env = parts.env ?? {};
    this.#hurries = parts.hurry;
    this.#start = parts.start;
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const { env, hurry = false, start = hasSplitRoles ? startSplitBot : startBot } = options;
    const clock = new PushedClock();
    const now = () => clock.now();
    const discord = await startDiscordSandbox({ now, identifyIntervalMs: 0, ...options.discord });
    const service = await startServiceSandbox({
      port: 0,
      now,
      pace: { pendingMs: 300, runningMs: 600 },
      ...options.service,
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'emcee-stage-'));
    const stage = new Stage({ discord, service, clock, dataDir, env, hurry, start });
    try {
      await stage.startBot();
      if (hurry) void stage.#hurry();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  get bot(): BotProcess {
    if (!this.#bot) throw new Error('the bot is not running');
    return this.#bot;
  }

  async startBot(more: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#bot = await this.#startWith(more);
  }

  /** Another process of the same bot, with a folder of its own unless it's given the one of a process before it. */
  async startBeside({ DATA_DIR, ...more }: Readonly<Record<string, string>>): Promise<BotProcess> {
    const folder = DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'emcee-stage-')));
    this.#folders.push(folder);
    const bot = await this.#startWith({ ...more, DATA_DIR: folder });
    this.#beside.add(bot);
    return bot;
  }

  async #startWith(more: Readonly<Record<string, string>>): Promise<BotProcess> {
    const clock = this.#hurries ? this.#clock : undefined;
    const env = {
      DISCORD_TOKEN: this.discord.botToken,
      DISCORD_API_URL: this.discord.apiUrl,
      SERVICE_API_KEY: this.service.apiKey,
      SERVICE_BASE_URL: this.service.baseUrl,
      NODE_EXTRA_CA_CERTS: this.discord.voice.certificatePath,
      SPEECH_VOICES: voicesPath,
      SPEECH_VOICE: 'harbor',
      KNOWLEDGE_URL: this.service.baseUrl,
      KNOWLEDGE_BASES: basesPath,
      KNOWLEDGE_ACCESS_KEY_ID: this.service.knowledge.settings.accessKeyId,
      KNOWLEDGE_ACCESS_KEY_SECRET: this.service.knowledge.settings.accessKeySecret,
      KNOWLEDGE_RETRIEVAL: 'on',
      KNOWLEDGE_LISTS_PER_SECOND: '50',
      KNOWLEDGE_WATCH_SECONDS: '10',
      DATA_DIR: this.dataDir,
      VIDEO_POLL_INTERVAL_MS: '5000',
      NEW_SERVERS: 'on',
      ...this.#env,
      ...more,
    };
    const storePassword = URL.parse(this.#env.STORE_URL ?? '')?.password;
    if (storePassword) this.#secrets.push(storePassword);
    this.#secrets.push(env.DISCORD_TOKEN, env.SERVICE_API_KEY, env.KNOWLEDGE_ACCESS_KEY_SECRET);
    const bot = await this.#start(env, clock);
    this.#outputs.push(bot.output);
    return bot;
  }

  /** Epoch milliseconds, as the bot and the stand-ins have it. */
  now(): number {
    return this.#clock.now();
  }

  /** That much later, at once, for both stand-ins and for a bot that hurries. */
  async push(ms: number): Promise<void> {
    this.#clock.push(ms);
    await Promise.all([this.#bot, ...this.#beside].map(async (bot) => await bot?.push(ms)));
  }

  /** SIGKILL and a new process on the same data. */
  async crash(): Promise<void> {
    await this.bot.kill();
    await this.startBot();
  }

  async person(name: keyof DiscordSandbox['people'] = 'member'): Promise<SandboxPerson> {
    const person = await SandboxPerson.connect(this.discord, this.discord.people[name]);
    this.#people.push(person);
    return person;
  }

  /** Messages of the bot in a channel that carry a video file. */
  videosIn(channelId: string) {
    return this.discord.state.messages(channelId).filter(({ files }) => files.length > 0);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const person of this.#people) person.disconnect();
    await Promise.all([this.#bot, ...this.#beside].map(async (bot) => await bot?.kill()));
    await Promise.all([this.discord.close(), this.service.close()]);
    for (const folder of [this.dataDir, ...this.#folders]) await rm(folder, { recursive: true, force: true });
    this.#assertLogsClean();
    assertNothingOdd(this.discord, this.service);
  }

  /** What every bot of this stage logged is JSON, without a key or what anybody wrote or said. */
  #assertLogsClean(): void {
    const typed = textsIn(this.discord.state.interactions().map(({ data }) => data));
    const prompts = textsIn(this.service.tasks.map(({ body }) => body));
    const spoken = this.service.synthesis.tasks.flatMap(({ text }) => text);
    const talked = this.service.realtime.sessions.flatMap(({ heard, said }) => [...heard, ...said]);
    const words = [...typed, ...prompts, ...spoken, ...talked];
    const wrong = this.#outputs.flatMap((output) => wrongLines(output(), { secrets: this.#secrets, words }));
    if (wrong.length > 0) throw new Error(`lines of the log:\n${wrong.slice(0, 10).join('\n')}`);
  }

  async #hurry(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const waits = this.discord.state.interactions().some(({ state }) => state.kind === 'waiting');
      // A bot that is being started takes the time with it that it is then.
      if (!waits && this.#bot?.isRunning) await this.push(hurryStepMs);
      await sleep(hurryPauseMs);
    }
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { type BotProcess, startBot } from './bot-process.ts';
import { SandboxPerson } from './sandbox-person.ts';

const voicesPath = fileURLToPath(new URL('../../sandbox/service/synthesis/voices.json', import.meta.url));

const basesPath = fileURLToPath(new URL('../../sandbox/service/knowledge/bases.json', import.meta.url));

export interface StageOptions {
  readonly discord?: DiscordSandboxOptions;
  readonly service?: ServiceSandboxOptions;
  readonly env?: Readonly<Record<string, string>>;
}

/** The real bot as a process, both stand-ins, and people: what an end-to-end test plays on. */
export class Stage {
  readonly discord: DiscordSandbox;
  readonly service: ServiceSandbox;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #people: SandboxPerson[] = [];
  #bot: BotProcess | undefined;

  private constructor(
    discord: DiscordSandbox,
    service: ServiceSandbox,
    dataDir: string,
    env: StageOptions['env'],
  ) {
    this.discord = discord;
    this.service = service;
    this.dataDir = dataDir;
    this.#env = env ?? {};
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const discord = await startDiscordSandbox(options.discord);
    const service = await startServiceSandbox({
      port: 0,
      pace: { pendingMs: 300, runningMs: 600 },
      ...options.service,
    });
    const stage = new Stage(discord, service, await mkdtemp(join(tmpdir(), 'emcee-stage-')), options.env);
    try {
      await stage.startBot();
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

  async startBot(): Promise<void> {
    this.#bot = await startBot({
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
      ...this.#env,
    });
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
    for (const person of this.#people) person.disconnect();
    await this.#bot?.kill();
    await Promise.all([this.discord.close(), this.service.close()]);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

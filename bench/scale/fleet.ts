import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { anotherServer } from '../../sandbox/discord/world/places.ts';
import { fastRealtime } from '../../sandbox/service/realtime/settings.ts';
import { type Pace, type ServiceSandbox, startServiceSandbox } from '../../sandbox/service/server.ts';
import { fastSynthesis } from '../../sandbox/service/synthesis/settings.ts';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { shardOf } from '../../src/operations/shards.ts';
import { type BotProcess, startBot } from '../../test/support/bot-process.ts';
import { PostgresProxy } from '../../test/support/postgres-proxy.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import { greyFilm, unlimited } from '../../test/support/video-scene.ts';

export const shardCount = 4;

/** Which shards each of so many processes holds. */
const shares: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [[0, 1, 2, 3]],
  2: [
    [0, 1],
    [2, 3],
  ],
  3: [[0, 1], [2], [3]],
  4: [[0], [1], [2], [3]],
};

export interface FleetOptions {
  readonly folder: string;
  readonly gateways: number;
  /** Processes that make the videos; absent: those with shards do it themselves. */
  readonly workers?: number;
  /** Whether all requests to Discord pass through a process of their own. */
  readonly rest?: boolean;
  readonly servers: number;
  readonly store: 'postgres' | 'file';
  /** Whether the database is reached over a line that can be slow. */
  readonly line?: boolean;
  /** What the account may do with videos; as much as it likes when absent. */
  readonly limits?: { readonly createsPerSecond: number; readonly concurrentTasks: number };
  /** Whether the service's documents can be searched. */
  readonly knowledge?: boolean;
  /** How long the service takes for a video; at once when absent. */
  readonly pace?: Pace;
  readonly env?: Readonly<Record<string, string>>;
}

export type PlaceKind = 'gateway' | 'worker' | 'rest';

/** One process of the bot, and the shards that it holds. */
export interface Place {
  readonly kind: PlaceKind;
  readonly shards: readonly number[];
  readonly env: Readonly<Record<string, string>>;
  bot: BotProcess;
}

export interface Database {
  readonly server: PostgresServer;
  /** Between the bot and the server, if asked for. */
  readonly line: PostgresProxy | undefined;
}

export interface Fleet extends AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly service: ServiceSandbox;
  /** Owns every server. */
  readonly owner: SandboxPerson;
  readonly places: readonly Place[];
  /** Another process that makes videos. */
  startWorker(): Promise<void>;
  /** Absent on the file. */
  readonly database: Database | undefined;
  /** From the first process's start to the last one's readiness. */
  readonly startMs: number;
}

const plenty = { createsPerSecond: 1_000, concurrentTasks: 1_000 };
const voicesPath = fileURLToPath(new URL('../../sandbox/service/synthesis/voices.json', import.meta.url));

const basesPath = fileURLToPath(new URL('../../sandbox/service/knowledge/bases.json', import.meta.url));

/** Many servers on the stand-ins, and the real bot in so many processes, which make videos as fast as they can. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const database = options.store === 'postgres' ? await openDatabase(options.line) : undefined;
  const { limits = plenty } = options;
  const discord = await startDiscordSandbox({ moreServers: options.servers });
  const service = await startServiceSandbox({
    port: 0,
    pace: options.pace ?? { pendingMs: 0, runningMs: 0 },
    renderer: greyFilm,
    limits: { ...limits, small: limits },
    synthesis: fastSynthesis,
    realtime: fastRealtime,
  });
  const startedAt = performance.now();
  const door = options.rest ? await startDoor(discord, join(options.folder, 'rest')) : undefined;
  const shared = {
    ...unlimited,
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: door?.apiUrl ?? discord.apiUrl,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_BASE_URL: service.baseUrl,
    NODE_EXTRA_CA_CERTS: discord.voice.certificatePath,
    NEW_SERVERS: 'on',
    SPEECH_VOICES: voicesPath,
    SPEECH_VOICE: 'harbor',
    // Sums are only kept where there's a limit.
    VIDEO_SECONDS_PER_BOT_PER_DAY: '1000000',
    VIDEO_TASKS_AT_ONCE: '100',
    VIDEO_CREATES_PER_SECOND: '50',
    VIDEO_POLLS_PER_SECOND: '20',
    VIDEO_POLL_INTERVAL_MS: '5000',
    ...(options.knowledge ? knowledgeOf(service) : {}),
    ...(database ? { STORE_URL: (database.line ?? database.server).url } : {}),
    ...options.env,
  };
  const startPlace = async (kind: PlaceKind, shards: readonly number[], name: string): Promise<Place> => {
    const env = {
      ...shared,
      DATA_DIR: await folderFor(join(options.folder, name)),
      ...(options.workers === undefined ? {} : { ROLE: kind }),
      ...(kind === 'gateway' ? { SHARDS: `${shards[0]}-${shards.at(-1)}/${shardCount}` } : {}),
    };
    return { kind, shards, env, bot: await startBot(env) };
  };
  let startedWorkers = options.workers ?? 0;
  const places = await Promise.all([
    ...(shares[options.gateways] ?? []).map(
      async (shards, index) => await startPlace('gateway', shards, `gateway-${index}`),
    ),
    ...Array.from(
      { length: options.workers ?? 0 },
      async (_, index) => await startPlace('worker', [], `worker-${index}`),
    ),
    ...(door ? [door.place] : []),
  ]);
  const startMs = performance.now() - startedAt;
  const owner = await SandboxPerson.connect(discord, discord.people.owner);
  return {
    ...{ discord, service, owner, places, startMs, database },
    startWorker: async () => {
      startedWorkers += 1;
      places.push(await startPlace('worker', [], `worker-${startedWorkers}`));
    },
    [Symbol.asyncDispose]: async () => {
      owner.disconnect();
      await Promise.all(places.map(async ({ bot }) => await bot.kill()));
      await database?.line?.[Symbol.asyncDispose]();
      await Promise.all([discord.close(), service.close(), database?.server.remove()]);
    },
  };
}

function knowledgeOf({ baseUrl, knowledge }: ServiceSandbox) {
  return {
    KNOWLEDGE_URL: baseUrl,
    KNOWLEDGE_BASES: basesPath,
    KNOWLEDGE_ACCESS_KEY_ID: knowledge.settings.accessKeyId,
    KNOWLEDGE_ACCESS_KEY_SECRET: knowledge.settings.accessKeySecret,
    KNOWLEDGE_RETRIEVAL: 'on',
  };
}

/** Every commit is flushed, as an operator has it. */
async function openDatabase(isOverLine = false): Promise<Database> {
  const server = await startPostgres({ isDurable: true });
  return { server, line: isOverLine ? await PostgresProxy.start(server.url) : undefined };
}

async function startDoor({ apiUrl }: DiscordSandbox, folder: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const env = {
    ROLE: 'rest',
    DISCORD_API_URL: apiUrl,
    REST_LISTEN: `127.0.0.1:${port}`,
    DATA_DIR: await folderFor(folder),
  };
  const place: Place = { kind: 'rest', shards: [], env, bot: await startBot(env) };
  return { place, apiUrl: `http://127.0.0.1:${port}/api` };
}

async function folderFor(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return path;
}

/** The text channels of so many servers, or of those on some shards. */
export function channelsOf(servers: number, shards?: readonly number[]): readonly string[] {
  return Array.from({ length: servers }, (_, index) => anotherServer(index)).flatMap(
    ({ guildId, textChannelId }) =>
      !shards || shards.includes(shardOf(guildId, shardCount)) ? textChannelId : [],
  );
}

/** A server on one of these shards. */
export function serverOn(shards: readonly number[]): ReturnType<typeof anotherServer> {
  for (let index = 0; ; index += 1) {
    const server = anotherServer(index);
    if (shards.includes(shardOf(server.guildId, shardCount))) return server;
  }
}

export const order = (seed: number) => ({ prompt: `kite ${seed}`, resolution: '720P', duration: 2, seed });

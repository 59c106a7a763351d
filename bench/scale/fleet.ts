import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { anotherServer } from '../../sandbox/discord/world/places.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../sandbox/service/server.ts';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { shardOf } from '../../src/operations/shards.ts';
import { type BotProcess, startBot } from '../../test/support/bot-process.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { greyFilm } from '../../test/support/video-scene.ts';

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
  readonly processes: number;
  readonly servers: number;
  readonly store: 'postgres' | 'file';
}

/** One process of the bot, and the shards that it holds. */
export interface Place {
  readonly shards: readonly number[];
  readonly env: Readonly<Record<string, string>>;
  bot: BotProcess;
}

export interface Fleet extends AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly service: ServiceSandbox;
  /** Owns every server. */
  readonly owner: SandboxPerson;
  readonly places: readonly Place[];
  readonly storeUrl: string | undefined;
  /** From the first process's start to the last one's readiness. */
  readonly startMs: number;
}

/** Many servers on the stand-ins, and the real bot in so many processes, which make videos as fast as they can. */
export async function openFleet({ folder, processes, servers, store }: FleetOptions): Promise<Fleet> {
  const postgres = store === 'postgres' ? await startPostgres({ isDurable: true }) : undefined;
  const discord = await startDiscordSandbox({ moreServers: servers });
  const limits = { createsPerSecond: 1_000, concurrentTasks: 1_000 };
  const service = await startServiceSandbox({
    port: 0,
    pace: { pendingMs: 0, runningMs: 0 },
    renderer: greyFilm,
    limits: { ...limits, small: limits },
  });
  const shared = {
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: discord.apiUrl,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_BASE_URL: service.baseUrl,
    NODE_EXTRA_CA_CERTS: discord.voice.certificatePath,
    NEW_SERVERS: 'on',
    VIDEO_SECONDS_PER_PERSON_PER_DAY: '0',
    VIDEO_SECONDS_PER_GUILD_PER_DAY: '0',
    VIDEO_SECONDS_PER_BOT_PER_DAY: '1000000',
    VIDEO_TASKS_AT_ONCE: '100',
    VIDEO_CREATES_PER_SECOND: '50',
    VIDEO_POLLS_PER_SECOND: '20',
    VIDEO_POLL_INTERVAL_MS: '5000',
    ...(postgres ? { STORE_URL: postgres.url } : {}),
  };
  const startedAt = performance.now();
  const places = await Promise.all(
    (shares[processes] ?? []).map(async (shards, index): Promise<Place> => {
      const dataDir = join(folder, `process-${index}`);
      await mkdir(dataDir, { recursive: true });
      const env = { ...shared, DATA_DIR: dataDir, SHARDS: `${shards[0]}-${shards.at(-1)}/${shardCount}` };
      return { shards, env, bot: await startBot(env) };
    }),
  );
  const startMs = performance.now() - startedAt;
  const owner = await SandboxPerson.connect(discord, discord.people.owner);
  return {
    ...{ discord, service, owner, places, startMs, storeUrl: postgres?.url },
    [Symbol.asyncDispose]: async () => {
      owner.disconnect();
      await Promise.all(places.map(async ({ bot }) => await bot.kill()));
      await Promise.all([discord.close(), service.close(), postgres?.remove()]);
    },
  };
}

/** A text channel for each of so many servers, in turn over all shards. */
export function channelsOf(servers: number, shards?: readonly number[]): readonly string[] {
  return Array.from({ length: servers }, (_, index) => anotherServer(index)).flatMap(
    ({ guildId, textChannelId }) =>
      !shards || shards.includes(shardOf(guildId, shardCount)) ? textChannelId : [],
  );
}

export const order = (seed: number) => ({ prompt: `kite ${seed}`, resolution: '720P', duration: 2, seed });

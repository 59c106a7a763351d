import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BotClock, type BotProcess, startBot } from './bot-process.ts';
import { emptyPostgres } from './postgres.ts';

/** Set for a run in which every bot of a scene is several processes. */
const splitRolesVariable = 'EMCEE_SPLIT_ROLES';

/** What only a bot on a file has, such as its back-ups, isn't asked of one that's several processes. */
export const hasSplitRoles = process.env[splitRolesVariable] !== undefined;

/** Where a bot with that `DATA_DIR` has the files that wait. */
export function keptFilesIn(dataDir: string): string {
  return join(dataDir, hasSplitRoles ? 'files' : 'videos');
}

/** By `DATA_DIR`: a bot that's started again finds what it had. They go with the run's PostgreSQL. */
const stores = new Map<string, Promise<string>>();

/** In a run in which every bot of a scene is several processes. A scene that decides about roles itself gets the one process that it asked for. */
export async function startSplitBot(
  env: Readonly<Record<string, string>>,
  clock?: BotClock,
): Promise<BotProcess> {
  const { DATA_DIR: dataDir = '' } = env;
  if (env.STORE_URL || env.ROLE || env.SHARDS) return await startBot(env, clock);
  const store = stores.get(dataDir) ?? emptyPostgres(() => undefined);
  stores.set(dataDir, store);
  return await startRoles({ ...env, STORE_URL: await store }, clock);
}

/**
 * One bot as an operator with several processes has it, on one PostgreSQL: one that passes requests on to Discord, one with all shards, and
 * one that makes videos. They start, stop and are killed together.
 */
export async function startRoles(
  env: Readonly<Record<string, string>>,
  clock?: BotClock,
): Promise<BotProcess> {
  // In the bot's own folder, so that who looks for traces looks there, too.
  const workersFolder = join(env.DATA_DIR ?? '', 'worker');
  const filesFolder = join(env.DATA_DIR ?? '', 'files');
  for (const folder of [workersFolder, filesFolder]) await mkdir(folder, { recursive: true });
  const shared = { FILES_URL: pathToFileURL(filesFolder).href, ...env };
  const door = await startBot({ ...env, ROLE: 'rest', REST_LISTEN: '127.0.0.1:0' }, clock);
  const port = /"port":(\d+)/.exec(door.output())?.[1];
  const through = { ...shared, DISCORD_API_URL: `http://127.0.0.1:${port}/api` };
  const started = await Promise.allSettled([
    startBot({ ...through, ROLE: 'gateway' }, clock),
    startBot({ ...through, ROLE: 'worker', DATA_DIR: workersFolder }, clock),
  ]);
  const bots = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [gateway, worker] = bots;
  if (gateway && worker) return together(gateway, [door, gateway, worker]);
  await Promise.all([door, ...bots].map(async (bot) => await bot.kill()));
  throw started.find((each) => each.status === 'rejected')?.reason;
}

function together(gateway: BotProcess, bots: readonly BotProcess[]): BotProcess {
  const told = new Map<BotProcess, number>();
  let output = '';
  return {
    pid: gateway.pid,
    // As one log that only grows: whole lines, those that came since it was last asked for behind the others.
    output: () => {
      for (const bot of bots) {
        const all = bot.output();
        const until = all.lastIndexOf('\n') + 1;
        output += all.slice(told.get(bot), until);
        told.set(bot, until);
      }
      return output;
    },
    get isRunning() {
      return bots.every((bot) => bot.isRunning);
    },
    push: async (ms) => {
      await Promise.all(bots.map(async (bot) => await bot.push(ms)));
    },
    kill: async () => {
      await Promise.all(bots.map(async (bot) => await bot.kill()));
    },
    stop: async () => {
      const [door, ...others] = bots;
      const codes = await Promise.all(others.map(async (bot) => await bot.stop()));
      return [...codes, await door?.stop()].find((code) => code !== 0) ?? 0;
    },
  };
}

import { join } from 'node:path';
import { pino } from 'pino';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../src/video/job.ts';
import type { ChildOptions } from '../support/child.ts';
import { deliveredJobAt } from '../support/jobs.ts';
import { JsonRecords } from '../support/json-records.ts';
import type { WorldMessage } from './messages.ts';

/** A bot that can be put into the world, with what it had done before, and what it kept of it. */
export interface Bot {
  /** Puts a thousand videos of last week where this bot keeps its jobs. */
  prepare(): Promise<void>;
  program(world: WorldMessage): ChildOptions;
  /** How many jobs it kept in the end; undefined when it keeps none. */
  kept(): Promise<number | undefined>;
}

export const earlierVideos = 1_000;

const nodeOptions = ['--import', new URL('loop-probe.ts', import.meta.url).href];
const earlier = () => Array.from({ length: earlierVideos }, (_, index) => deliveredJobAt(index));

export function botNamed(name: string, folder: string): Bot {
  if (name === 'emcee') return emcee(folder);
  return name === 'bare' ? bare() : recipe(name, join(folder, 'jobs.json'));
}

function emcee(dataDir: string): Bot {
  const withJobs = async <Result>(work: (jobs: ReturnType<typeof jobsOf>) => Promise<Result>) => {
    const store = openStore({ dataDir, log: pino({ level: 'silent' }) });
    try {
      return await work(jobsOf(store));
    } finally {
      await store.close();
    }
  };
  return {
    prepare: () => withJobs((jobs) => jobs.setMany(earlier().map((job) => [job.id, job] as const))),
    program: (world) => ({
      script: 'src/main.ts',
      nodeOptions,
      env: {
        DISCORD_API_URL: world.apiUrl,
        DISCORD_TOKEN: world.botToken,
        SERVICE_BASE_URL: world.serviceUrl,
        SERVICE_API_KEY: world.serviceKey,
        DATA_DIR: dataDir,
        NEW_SERVERS: 'on',
        VIDEO_SECONDS_PER_PERSON_PER_DAY: '0',
        VIDEO_SECONDS_PER_GUILD_PER_DAY: '0',
      },
    }),
    kept: () =>
      withJobs(async (jobs) => {
        let count = 0;
        for await (const _ of jobs.entries()) count += 1;
        return count;
      }),
  };
}

function jobsOf(store: ReturnType<typeof openStore>) {
  return store.collection('video-jobs', videoJobSchema, jobIndex);
}

function recipeProgram(name: string, path: string, world: WorldMessage): ChildOptions {
  return {
    script: 'bench/acknowledgement/recipe-bot.ts',
    nodeOptions,
    args: [name, path, JSON.stringify(world)],
  };
}

function bare(): Bot {
  return {
    prepare: async () => {},
    program: (world) => recipeProgram('bare', '', world),
    kept: async () => undefined,
  };
}

function recipe(name: string, path: string): Bot {
  return {
    prepare: async () => void (await JsonRecords.create(path, earlier())),
    program: (world) => recipeProgram(name, path, world),
    kept: async () => (await JsonRecords.open<VideoJob>(path)).all.size,
  };
}

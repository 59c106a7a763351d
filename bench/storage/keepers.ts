import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Keyv } from 'keyv';
import { pino } from 'pino';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../src/video/job.ts';
import { JsonRecords } from '../support/json-records.ts';
import { PlainSqlite } from './plain-sqlite.ts';

/** A way to keep jobs, opened. */
export interface Keeper {
  fill(jobs: readonly VideoJob[]): Promise<void>;
  write(job: VideoJob): Promise<unknown>;
  /** How many were there. */
  readAll(): Promise<number>;
  close(): Promise<void>;
}

export const keepers: Readonly<Record<string, (folder: string) => Promise<Keeper>>> = {
  store: async (folder) => {
    const store = openStore({ dataDir: folder, log: pino({ level: 'silent' }) });
    const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
    return {
      fill: (all) => jobs.setMany(all.map((job) => [job.id, job] as const)),
      write: (job) => jobs.set(job.id, job),
      readAll: () => countOf(jobs.entries()),
      close: () => store.close(),
    };
  },
  'json-file': async (folder) => {
    const path = join(folder, 'jobs.json');
    let records = await JsonRecords.open<VideoJob>(path).catch(() => JsonRecords.create<VideoJob>(path, []));
    return {
      fill: async (all) => {
        records = await JsonRecords.create(path, all);
      },
      write: (job) => records.set(job),
      readAll: async () => records.all.size,
      close: async () => {},
    };
  },
  'plain-keyv': async (folder) => {
    const database = new DatabaseSync(join(folder, 'keyv.sqlite'));
    const store = new PlainSqlite(database);
    const keyv = new Keyv<VideoJob>({ store });
    return {
      fill: async (all) => {
        database.exec('BEGIN');
        for (const job of all) await keyv.set(job.id, job);
        database.exec('COMMIT');
      },
      write: (job) => keyv.set(job.id, job),
      readAll: () => countOf(keyv.iterator?.(undefined) ?? []),
      close: async () => database.close(),
    };
  },
};

async function countOf(records: AsyncIterable<unknown> | Iterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of records) count += 1;
  return count;
}

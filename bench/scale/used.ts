import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '../../test/support/postgres.ts';
import type { Fleet, Place } from './fleet.ts';

/** Linux counts in ticks. */
const tickMs = 10;

/** CPU time of a process, in user and in kernel mode; `ofChildren` that of those that have ended. */
function cpuOf(pid: number): { readonly own: number; readonly ofChildren: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
  const sum = (one = 0, other = 0) => (one + other) * tickMs;
  return { own: sum(user, system), ofChildren: sum(childrenUser, childrenSystem) };
}

export function residentMiB(places: readonly Place[]): number {
  return places.reduce((sum, { bot }) => {
    const status = readFileSync(`/proc/${bot.pid}/status`, 'utf8');
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  }, 0);
}

/** What everything has used by now. */
export interface Used {
  readonly botCpuMs: number;
  readonly databaseCpuMs: number;
  /** The stand-ins and the person share this process. */
  readonly standInsCpuMs: number;
  readonly commits: number;
  readonly writtenBytes: number;
}

export async function usedBy({ places, database }: Fleet): Promise<Used> {
  const { user, system } = process.cpuUsage();
  return {
    botCpuMs: places.reduce((sum, { bot }) => sum + cpuOf(bot.pid).own, 0),
    standInsCpuMs: (user + system) / 1_000,
    ...(await databaseUse(database?.server.url)),
  };
}

async function databaseUse(url: string | undefined) {
  if (url === undefined) return { databaseCpuMs: 0, commits: 0, writtenBytes: 0 };
  await runSql(url, 'SELECT pg_stat_force_next_flush()');
  const [row] = await runSql(
    url,
    `SELECT xact_commit::float8 AS commits, (SELECT wal_bytes::float8 FROM pg_stat_wal) AS bytes,
        current_setting('data_directory') AS data
      FROM pg_stat_database WHERE datname = current_database()`,
  );
  const server = Number(readFileSync(join(String(row?.data), 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  const { own, ofChildren } = cpuOf(server);
  const running = children.reduce((sum, pid) => {
    try {
      return sum + cpuOf(Number(pid)).own;
    } catch {
      // It has ended, so it's among those that have.
      return sum;
    }
  }, 0);
  return {
    databaseCpuMs: own + ofChildren + running,
    commits: Number(row?.commits),
    writtenBytes: Number(row?.bytes),
  };
}

/** For one of so many. */
export function eachOf(count: number, before: Used, after: Used): Used {
  const each = (key: keyof Used) => (after[key] - before[key]) / count;
  return {
    botCpuMs: each('botCpuMs'),
    databaseCpuMs: each('databaseCpuMs'),
    standInsCpuMs: each('standInsCpuMs'),
    commits: each('commits'),
    writtenBytes: each('writtenBytes'),
  };
}

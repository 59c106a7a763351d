import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const debians = '/usr/lib/postgresql';
const startsWithinMs = 60_000;
const socketName = '.s.PGSQL.5432';

interface ServerPlace {
  readonly bin: string;
  readonly place: string;
  readonly options: readonly string[];
  readonly quiet: SpawnOptions;
}

/** A PostgreSQL of its own in a temporary folder, reached by the socket in it. */
export interface PostgresServer {
  /** Without a schema. */
  readonly url: string;
  /** `immediate`: as if it crashed. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** After it was stopped. */
  start(): Promise<void>;
  /** A second one beside it, which has every commit before it's confirmed. */
  startStandby(): Promise<PostgresStandby>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

export interface PostgresStandby {
  /** After the first one was stopped: from then on the same address leads to this one. */
  promote(): Promise<void>;
}

/** @param isDurable a commit is on disk when it's confirmed, as an operator has it */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const bin = programsOf();
  const folder = mkdtempSync(join(tmpdir(), 'emcee-postgres-'));
  const user = process.getuid?.() === 0 ? debiansUser() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const quiet = { stdio: 'ignore', cwd: folder, ...user } as const;
  const data = join(folder, 'data');
  const settings = ['-A', 'trust', '-E', 'UTF8', '--locale=C', '-U', 'emcee', '--no-sync'];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...settings], quiet);
  const options = [`fsync=${isDurable ? 'on' : 'off'}`, 'listen_addresses=', 'max_connections=200'];
  const runIn = (place: string) => runServer({ bin, place, options, quiet });
  const primary = runIn(folder);
  const url = `postgres://emcee@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let standby: ReturnType<typeof runServer> | undefined;
  const startStandby = async (): Promise<PostgresStandby> => {
    const place = join(folder, 'standby');
    mkdirSync(place);
    if (user) chownSync(place, user.uid, user.gid);
    const from = ['-h', folder, '-U', 'emcee', '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    execFileSync(join(bin, 'pg_basebackup'), ['-D', join(place, 'data'), ...from], quiet);
    standby = runIn(place);
    await standby.start();
    await waitForStandby(url);
    const promote = async () => {
      execFileSync(join(bin, 'pg_ctl'), ['-D', join(place, 'data'), '-w', 'promote'], quiet);
      rmSync(join(folder, socketName), { force: true });
      symlinkSync(join(place, socketName), join(folder, socketName));
    };
    return { promote };
  };
  await primary.start();
  return {
    url,
    start: primary.start,
    stop: primary.stop,
    startStandby,
    remove: async () => {
      for (const server of [primary, standby]) await server?.stop('immediate').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process of a server whose data and socket are in one folder. */
function runServer({ bin, place, options, quiet }: ServerPlace) {
  const data = join(place, 'data');
  const all = [...options, `unix_socket_directories=${place}`];
  let exited = Promise.resolve();
  const start = async () => {
    const args = ['-D', data, ...all.flatMap((option) => ['-c', option])];
    const server = spawn(join(bin, 'postgres'), args, quiet);
    exited = once(server, 'exit').then(() => undefined);
    for (let waitedMs = 0; !(await answers(join(place, socketName))); waitedMs += 20) {
      if (waitedMs > startsWithinMs || server.exitCode !== null) throw new Error('PostgreSQL does not start');
      await sleep(20);
    }
  };
  const stop = async (how: 'fast' | 'immediate' = 'fast') => {
    execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-m', how, '-w', 'stop'], quiet);
    await exited;
  };
  return { start, stop };
}

/** From then on a commit is confirmed once the standby has it. */
async function waitForStandby(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query('SELECT pg_reload_conf()');
    for (let waitedMs = 0; ; waitedMs += 20) {
      const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
      if (rows.length > 0) return;
      if (waitedMs > startsWithinMs) throw new Error('the standby does not follow');
      await sleep(20);
    }
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root. */
function debiansUser(): { readonly uid: number; readonly gid: number } {
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres']));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function programsOf(): string {
  const versions = existsSync(debians) ? readdirSync(debians).toSorted() : [];
  const newest = versions.at(-1);
  if (newest) return join(debians, newest, 'bin');
  throw new Error('These tests need PostgreSQL. Install it: apt-get install postgresql');
}

/** The socket is there before the server takes connections, and then it says that it's starting. */
async function answers(socket: string): Promise<boolean> {
  if (!existsSync(socket)) return false;
  return await new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.on('error', () => resolve(false));
    connection.once('connect', () => {
      // A start-up message of version 3.0: user emcee.
      const body = Buffer.from('\0\x03\0\0user\0emcee\0database\0postgres\0\0', 'latin1');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length + 4);
      connection.write(Buffer.concat([length, body]));
    });
    // `R`: authenticated. `E`: not yet.
    connection.once('data', (answer) => {
      connection.destroy();
      resolve(answer.toString('latin1', 0, 1) === 'R');
    });
    connection.once('close', () => resolve(false));
  });
}

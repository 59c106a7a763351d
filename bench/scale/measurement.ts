import type { Measurement, Subject } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const patienceMs = 480_000;
const { SCALE_SERVERS: servers = '5000', SCALE_KILLS: kills = '12', SCALE_SEED: seed = '1' } = process.env;

function subject(name: string, processes: number, store: 'postgres' | 'file', at = servers): Subject {
  const script = 'bench/scale/round.ts';
  const args = [String(processes), store, at];
  return { name, run: async (folder) => await sampleFrom({ script, args: [folder, ...args] }, patienceMs) };
}

export const scale: Measurement = {
  name: 'scale',
  title: `the same bot in several processes on one PostgreSQL: ${servers} servers on 4 shards, 60 videos asked for, 6 at a time`,
  rounds: 1,
  onlyWhenNamed: true,
  figures: [
    { key: 'startS', label: 'start to all ready, s', digits: 1 },
    { key: 'idleMiB', label: 'resident when idle, all processes, MiB' },
    { key: 'commandsPerSecond', label: 'commands answered a second', digits: 1 },
    { key: 'answerP50Ms', label: 'dispatch to answer, p50 ms' },
    { key: 'answerP99Ms', label: 'dispatch to answer, p99 ms' },
    { key: 'tooLate', label: 'not answered within 3 s' },
    { key: 'videosPerSecond', label: 'videos delivered a second', digits: 2 },
    { key: 'notDelivered', label: 'not delivered after 120 s' },
    { key: 'cpuMs', label: 'CPU of the bot for a command and its video, ms' },
    { key: 'commits', label: 'transactions for both', digits: 1 },
    { key: 'walKB', label: "written to the database's log for both, kB", digits: 1 },
  ],
  ours: subject('1 process', 1, 'postgres'),
  alternatives: [
    subject('2 processes', 2, 'postgres'),
    subject('4 processes', 4, 'postgres'),
    subject('1 process on the file', 1, 'file'),
    subject('1 process without servers', 1, 'postgres', '0'),
  ],
};

export const scaleKills: Measurement = {
  name: 'scale-kills',
  title: `kills -9 at seeded moments: 3 processes, 4 shards, ${servers} servers (SCALE_KILLS, SCALE_SEED)`,
  rounds: 1,
  onlyWhenNamed: true,
  figures: [
    { key: 'kills', label: 'kills' },
    { key: 'accepted', label: 'videos accepted' },
    { key: 'delivered', label: 'delivered' },
    { key: 'forPeople', label: 'left for their people to decide' },
    { key: 'lost', label: 'lost' },
    { key: 'doubled', label: 'made or posted twice' },
    { key: 'chargedWrongly', label: 'seconds charged too many or too few' },
    { key: 'lies', label: 'calls told as over that were not, or the other way round' },
    { key: 'deadP50S', label: "a killed process's server is answered again after, p50 s", digits: 1 },
    { key: 'deadMaxS', label: 'the same, longest, s', digits: 1 },
    { key: 'othersP50S', label: 'others are answered meanwhile after, p50 s', digits: 2 },
    { key: 'othersMaxS', label: 'the same, longest, s', digits: 2 },
  ],
  ours: {
    name: 'Emcee',
    run: async (folder) =>
      await sampleFrom({ script: 'bench/scale/kills.ts', args: [folder, kills, seed, servers] }, patienceMs),
  },
  alternatives: [],
};

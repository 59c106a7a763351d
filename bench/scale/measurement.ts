import type { Figure, Measurement, Subject } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';
import { verdictFigures } from './verdict.ts';

const patienceMs = 590_000;
const {
  SCALE_SERVERS: servers = '5000',
  SCALE_KILLS: kills = '100',
  SCALE_FROM: from = '0',
  SCALE_SEED: seed = '1',
  SCALE_SECONDS: seconds = '60',
} = process.env;

function subject(name: string, program: string, ...args: readonly string[]): Subject {
  const script = `bench/scale/${program}.ts`;
  return { name, run: async (folder) => await sampleFrom({ script, args: [folder, ...args] }, patienceMs) };
}

/** So much work that nobody wants it in a run of everything. */
const alone = { rounds: 1, onlyWhenNamed: true } as const;

/** What the bot, PostgreSQL and the stand-ins each spend. */
const costFigures = (key: string, of: string): readonly Figure[] => [
  { key: `${key}CpuMs`, label: `CPU of the bot for ${of}, ms`, digits: 1 },
  { key: `${key}DatabaseCpuMs`, label: `CPU of PostgreSQL for ${of}, ms`, digits: 1 },
  { key: `${key}StandInsCpuMs`, label: `CPU of the stand-ins and the person for ${of}, ms`, digits: 1 },
  { key: `${key}Commits`, label: `transactions for ${of}`, digits: 1 },
];

const round = (name: string, processes: number, store: 'postgres' | 'file') =>
  subject(name, 'round', String(processes), store, servers);

export const scale: Measurement = {
  ...alone,
  name: 'scale',
  title: `1, 2 and 4 processes on one PostgreSQL, and one on the file: ${servers} servers on 4 shards, 400 commands and 60 videos, 6 at a time`,
  figures: [
    { key: 'startS', label: 'start to all ready, s', digits: 1 },
    { key: 'idleMiB', label: 'resident when idle, all processes, MiB' },
    { key: 'commandsPerSecond', label: 'commands answered a second', digits: 1 },
    { key: 'answerP50Ms', label: 'dispatch to first answer, p50 ms' },
    { key: 'answerP99Ms', label: 'dispatch to first answer, p99 ms' },
    { key: 'tooLate', label: 'not answered within 3 s' },
    ...costFigures('command', 'a command'),
    { key: 'videosPerSecond', label: 'videos ordered and delivered a second', digits: 2 },
    { key: 'notDelivered', label: 'not delivered after 120 s' },
    ...costFigures('video', 'a video'),
    { key: 'videoWrittenKB', label: "written to the database's log for a video, kB", digits: 1 },
  ],
  ours: round('1 process', 1, 'postgres'),
  alternatives: [
    round('2 processes', 2, 'postgres'),
    round('4 processes', 4, 'postgres'),
    round('1 on the file', 1, 'file'),
  ],
};

export const scaleWorkers: Measurement = {
  ...alone,
  name: 'scale-workers',
  title: '200 videos that wait, made by 1, 2 and 4 workers, once all of these are there',
  figures: [
    { key: 'jobsPerSecond', label: 'jobs a second', digits: 1 },
    { key: 'counted', label: 'of so many' },
    { key: 'notDelivered', label: 'not delivered after 240 s' },
    { key: 'botCpuMs', label: 'CPU of the bot for a job, ms', digits: 1 },
    { key: 'databaseCpuMs', label: 'CPU of PostgreSQL for a job, ms', digits: 1 },
    { key: 'standInsCpuMs', label: 'CPU of the stand-ins for a job, ms', digits: 1 },
    { key: 'commits', label: 'transactions for a job', digits: 1 },
  ],
  ours: subject('1 worker', 'workers', '1'),
  alternatives: [subject('2 workers', 'workers', '2'), subject('4 workers', 'workers', '4')],
};

const theSet = '3 gateway processes, 2 workers and 1 in front of Discord';

export const scaleSet: Measurement = {
  ...alone,
  name: 'scale-set',
  title: `${theSet}: ${servers} servers on 4 shards, 40 videos asked for all over them`,
  figures: [
    { key: 'startS', label: 'start to all ready, s', digits: 1 },
    { key: 'gatewaysMiB', label: 'resident, gateway processes together, MiB' },
    { key: 'emptyGatewaysMiB', label: 'the same without servers, MiB' },
    { key: 'serverKiB', label: 'of it for each server, KiB', digits: 1 },
    { key: 'workersMiB', label: 'resident, workers together, MiB' },
    { key: 'restMiB', label: 'resident, the one in front of Discord, MiB' },
    { key: 'answered', label: 'commands answered within 3 s' },
    { key: 'answerP50Ms', label: 'dispatch to first answer, p50 ms' },
    { key: 'answerP99Ms', label: 'dispatch to first answer, p99 ms' },
    ...verdictFigures,
  ],
  ours: subject('Emcee', 'set', servers),
  alternatives: [],
};

export const scaleKills: Measurement = {
  ...alone,
  name: 'scale-kills',
  title: `kill -9 at seeded moments under load: ${theSet}, ${servers} servers; for 5 minutes at most (SCALE_KILLS, SCALE_SEED, SCALE_FROM)`,
  figures: [
    { key: 'kills', label: 'kills' },
    { key: 'gatewayKills', label: 'of gateway processes' },
    { key: 'next', label: 'SCALE_FROM of the next part' },
    ...verdictFigures,
    { key: 'lies', label: 'calls told as over that were not, or the other way round' },
    { key: 'deadP50S', label: "a killed process's server is answered again after, p50 s", digits: 1 },
    { key: 'deadMaxS', label: 'the same, longest, s', digits: 1 },
    { key: 'deadTooLate', label: 'later than 45 s' },
    { key: 'othersP50S', label: 'others are answered after, p50 s', digits: 2 },
    { key: 'othersMaxS', label: 'the same, longest, s', digits: 2 },
  ],
  ours: subject('Emcee', 'kills', kills, from, seed, servers),
  alternatives: [],
};

export const scaleRolling: Measurement = {
  ...alone,
  name: 'scale-rolling',
  title: `every process replaced by SIGTERM and a new start while videos, a text and a call go on: ${theSet}, ${servers} servers`,
  figures: [
    { key: 'replaced', label: 'processes replaced' },
    { key: 'unclean', label: 'that did not end with 0' },
    ...verdictFigures,
    { key: 'harmed', label: 'texts and calls of other processes torn, ended or told of a restart' },
    { key: 'told', label: 'texts and calls of the process itself told of the restart, of 2' },
    { key: 'untold', label: 'not told' },
    { key: 'awayMaxS', label: 'its servers are answered again after the stop, longest, s', digits: 1 },
  ],
  ours: subject('Emcee', 'rolling', servers),
  alternatives: [],
};

const outage = (name: string, kind: string) => subject(name, 'outage', kind, seconds, servers);

export const scaleDatabase: Measurement = {
  ...alone,
  name: 'scale-database',
  title: `PostgreSQL away for ${seconds} s, slow for ${seconds} s (each statement 0.5 s more), restarted, lost with a standby that takes over after 15 s: ${theSet}, ${servers} servers`,
  figures: [
    ...verdictFigures,
    { key: 'alive', label: 'processes still there, of 6' },
    { key: 'backS', label: 'every shard takes videos again after, s', digits: 1 },
  ],
  ours: outage('away', 'away'),
  alternatives: [outage('slow', 'slow'), outage('restarted', 'restarted'), outage('promoted', 'promoted')],
};

const atLimitsFor = Number(process.env.SCALE_SECONDS ?? 600);

export const scaleLimits: Measurement = {
  ...alone,
  name: 'scale-limits',
  title: `2 gateway processes, 2 workers and 1 in front of Discord: more asked for than the account may do for ${atLimitsFor} s (5 creations a second, 25 tasks at once, 1 search a second)`,
  figures: [
    { key: 'refusedByService', label: 'refused by the service (429)' },
    { key: 'refusedCreations', label: 'of these, creations' },
    { key: 'refusedSearches', label: 'of these, searches' },
    { key: 'refusedByDiscord', label: 'refused by Discord (429)' },
    { key: 'oddities', label: 'requests that no document names' },
    { key: 'asked', label: 'videos asked for' },
    { key: 'delivered', label: 'delivered' },
    { key: 'busiestSecond', label: 'creations in the busiest second' },
    { key: 'atOnce', label: 'tasks at once, at most' },
    { key: 'questions', label: 'questions to the documents' },
    { key: 'searches', label: 'searches of them that reached the service' },
  ],
  ours: {
    name: 'Emcee',
    run: async (folder) =>
      await sampleFrom(
        { script: 'bench/scale/limits.ts', args: [folder, String(atLimitsFor)] },
        (atLimitsFor + 240) * 1_000,
      ),
  },
  alternatives: [],
};

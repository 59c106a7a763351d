import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { acknowledgement } from './acknowledgement/measurement.ts';
import { callLatency, calls, callsCrowd, callsSoak } from './calls/measurement.ts';
import { forget } from './forget/measurement.ts';
import { hearing } from './hearing/measurement.ts';
import { inspection } from './inspection/measurement.ts';
import { interpreter } from './interpreter/measurement.ts';
import { knowledge } from './knowledge/measurement.ts';
import { memory } from './memory/measurement.ts';
import { openJobs } from './open-jobs/measurement.ts';
import {
  operatedFullDisk,
  operatedKills,
  operatedRest,
  operatedStop,
  operatedUpgrade,
} from './operated/measurement.ts';
import { queueThroughput } from './queue-throughput/measurement.ts';
import { recordings, recordingsHeard } from './recordings/measurement.ts';
import { retention } from './retention/measurement.ts';
import {
  scale,
  scaleDatabase,
  scaleKills,
  scaleLimits,
  scaleRolling,
  scaleSet,
  scaleWorkers,
} from './scale/measurement.ts';
import { spending } from './spending/measurement.ts';
import { start } from './start/measurement.ts';
import { storage } from './storage/measurement.ts';
import { structure } from './structure/measurement.ts';
import { type MeasurementResult, measure, type Sample } from './support/measurement.ts';
import { tableOf } from './support/table.ts';
import { turnTaking } from './turn-taking/measurement.ts';
import { voiceLatency, voiceParts, voiceRooms, voiceSending, voiceStarved } from './voice/measurement.ts';

const measurements = [
  acknowledgement,
  callLatency,
  calls,
  callsCrowd,
  callsSoak,
  forget,
  hearing,
  inspection,
  interpreter,
  knowledge,
  memory,
  openJobs,
  operatedFullDisk,
  operatedKills,
  operatedRest,
  operatedStop,
  operatedUpgrade,
  queueThroughput,
  recordings,
  recordingsHeard,
  retention,
  scale,
  scaleWorkers,
  scaleSet,
  scaleKills,
  scaleRolling,
  scaleDatabase,
  scaleLimits,
  spending,
  start,
  storage,
  structure,
  turnTaking,
  voiceRooms,
  voiceParts,
  voiceLatency,
  voiceSending,
  voiceStarved,
];

/** Beside the bot's own data: what is measured is the disk that the bot would write to. */
const foldersIn = join('data', 'bench');

async function inFolder(work: (folder: string) => Promise<Sample>): Promise<Sample> {
  await mkdir(foldersIn, { recursive: true });
  const folder = await mkdtemp(join(foldersIn, 'run-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `[name …] [--json FILE]`, or what is wrong with it. */
function readArguments() {
  try {
    const options = { json: { type: 'string' } } as const;
    const { values, positionals: names } = parseArgs({ allowPositionals: true, options });
    const unknown = names.find((name) => !measurements.some((each) => each.name === name));
    const problem = unknown === undefined ? undefined : `There is no measurement '${unknown}'.`;
    return problem ? { problem } : { names, jsonPath: values.json };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs what is named, one after another. @returns the exit code: 1 when a measurement failed, whatever the figures */
async function main(): Promise<number> {
  const asked = readArguments();
  if (asked.problem !== undefined) {
    const known = measurements.map(({ name }) => name).join(', ');
    console.error(
      `${asked.problem}\nUsage: npm run bench -- [name …] [--json FILE]; the names are ${known}.`,
    );
    return 2;
  }
  // What an interrupted run left behind.
  await rm(foldersIn, { recursive: true, force: true });
  const startedAt = new Date().toISOString();
  const results: MeasurementResult[] = [];
  let failed = 0;
  for (const measurement of measurements) {
    const isWanted =
      asked.names.length > 0 ? asked.names.includes(measurement.name) : !measurement.onlyWhenNamed;
    if (!isWanted) continue;
    try {
      const result = await measure(measurement, inFolder, (round, subject) =>
        console.error(`${measurement.name}, round ${round} of ${measurement.rounds}: ${subject}`),
      );
      results.push(result);
      console.log(`\n${tableOf(result)}\n`);
    } catch (error) {
      failed += 1;
      console.error(`${measurement.name} failed:`, error);
    }
  }
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 1_024 ** 3),
  };
  console.log(`${machine.platform}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}`);
  if (asked.jsonPath)
    await writeFile(asked.jsonPath, `${JSON.stringify({ startedAt, machine, results }, null, 2)}\n`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main();

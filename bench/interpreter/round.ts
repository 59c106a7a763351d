import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { usualInterpreter } from '../../src/interpreter/settings.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { openProfile } from '../../src/service/profile.ts';
import { openTranslations } from '../../src/service/realtime/translation/translation-client.ts';
import type { HeardFrame } from '../../src/voice/ears/types.ts';
import { silentLog } from '../../test/support/fake-log.ts';
import { serviceSettings } from '../../test/support/service-settings.ts';
import { Child } from '../support/child.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { openEmcee } from './emcee.ts';
import { captionFigures, timeFigures, writeFigures } from './figures.ts';
import { hourOf } from './hour.ts';
import { type MeetingTurn, meeting } from './meeting.ts';
import { openMixed } from './mixed-session.ts';
import { serviceTimes } from './service-times.ts';
import { spokenTalk } from './spoken-talk.ts';
import type { OpenInterpreter } from './subject.ts';

/**
 * `<subject> [print]`: a meeting in real time, with 5 % loss and 60 ms of jitter, interpreted by that subject. Printing tells
 * what came of it, line by line.
 */
endWithParent();
const subjects: Readonly<Record<string, OpenInterpreter>> = { emcee: openEmcee, mixed: openMixed };
const [name = '', how] = process.argv.slice(2);
const open = subjects[name];
if (!open) throw new Error(`nobody interprets under the name ${name}`);

const lossShare = 0.05;
const jitterMs = 60;
const loud = 300;
const worldMessage = z.object({ baseUrl: z.string(), apiKey: z.string(), controlUrl: z.string() });

let seed = 1;
const draw = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

interface Due {
  readonly atMs: number;
  readonly frame: HeardFrame;
}

async function soundOf({ text, userId, language }: MeetingTurn, controlUrl: string): Promise<Int16Array> {
  const answer = await fetch(`${controlUrl}/realtime/say`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, voice: userId, language, sampleRateHz: 16_000 }),
  });
  const samples = new Int16Array(await answer.arrayBuffer());
  return samples.slice(0, samples.findLastIndex((sample) => Math.abs(sample) > loud) + 1);
}

/** The packets of a turn as they arrive: some are lost, all are late, none overtakes another. */
function framesOf({ userId, atMs }: MeetingTurn, samples: Int16Array): readonly Due[] {
  const frames: Due[] = [];
  let rtpTimestamp = atMs * 48;
  let last = new Int16Array(320);
  let dueMs = 0;
  for (let at = 0; at < samples.length; at += 320) {
    const spoken = new Int16Array(320);
    spoken.set(samples.subarray(at, at + 320));
    const isLost = draw() < lossShare;
    last = isLost ? last.map((sample) => sample * 0.7) : spoken;
    dueMs = Math.max(dueMs, atMs + at / 16 + 20 + draw() * jitterMs);
    frames.push({
      atMs: dueMs,
      frame: { userId, samples: last, rtpTimestamp, kind: isLost ? 'concealed' : 'spoken' },
    });
    rtpTimestamp += 960;
  }
  const silence: HeardFrame = { userId, samples: new Int16Array(320), rtpTimestamp, kind: 'silence' };
  return [...frames, { atMs: dueMs + 20, frame: silence }];
}

function settledBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await using world = new Child({ script: 'bench/interpreter/world.ts' });
const { baseUrl, apiKey, controlUrl } = await world.receive(worldMessage, 30_000);
const client = openTranslations({
  profile: openProfile(serviceSettings(baseUrl, { apiKey })),
  clock: systemClock,
  log: silentLog,
  connectsPerMinute: 1_000_000,
});
const turns = meeting();
const frames: Due[] = [];
const endsAtMs: number[] = [];
for (const turn of turns) {
  const samples = await soundOf(turn, controlUrl);
  frames.push(...framesOf(turn, samples));
  endsAtMs.push(turn.atMs + samples.length / 16);
}
frames.sort((one, other) => one.atMs - other.atMs);

const interpreter = await open(client);
const bytesBefore = settledBytes();
const begunAt = Date.now();
const cpuBefore = process.cpuUsage();
for (const { atMs, frame } of frames) {
  const waitMs = begunAt + atMs - Date.now();
  if (waitMs > 0) await sleep(waitMs);
  interpreter.hear(frame);
}
await sleep(12_000);
const bytes = settledBytes() - bytesBefore;
await interpreter.finish();
const cpu = process.cpuUsage(cpuBefore);
const spokenMinutes = frames.length / 50 / 60;
const ended = turns.map((turn, index) => ({ ...turn, endedAt: begunAt + (endsAtMs[index] ?? 0) }));
const times = await serviceTimes(controlUrl);
await client.close();
if (how === 'print')
  for (const { userId, to, original, translation, final } of interpreter.changes)
    if (final) console.log(`${userId} ${to}: ${original} → ${translation}`);
const sample = {
  ...captionFigures(interpreter.changes, turns, begunAt),
  ...timeFigures(interpreter, ended, times, begunAt),
  ...writeFigures(interpreter.writtenAt()),
  cpuMs: (cpu.user + cpu.system) / 1_000 / spokenMinutes,
  memoryKiB: bytes / 1_024 / interpreter.opened(),
  connects: interpreter.opened(),
  ...(name === 'emcee'
    ? { ...(await hourOf(usualInterpreter.quietMs)), ...(await spokenTalk()) }
    : { hourSessions: 3, hourMinutes: 180 }),
};
if (how === 'print') console.log(sample);
reportSample(sample);

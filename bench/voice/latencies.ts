import type { Sample } from '../support/measurement.ts';
import { percentile } from '../support/statistics.ts';
import { isSilence, type Line } from './line.ts';
import { pcmChunk, speechPackets } from './sound.ts';
import type { BenchRoom, Saying } from './subjects.ts';

const beginnings = 40;
const interruptions = 20;
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

/** How long speech takes to begin, and how long an interrupted one goes on. */
export async function latenciesOf(room: BenchRoom, line: Line): Promise<Sample> {
  const begunMs: number[] = [];
  for (let turn = 0; turn < beginnings; turn += 1) begunMs.push(await beginningOf(room, line, turn));
  const stops = [];
  for (let turn = 0; turn < interruptions; turn += 1) stops.push(await interruptionOf(room, line, turn));
  return {
    firstP50Ms: percentile(begunMs, 50),
    firstP95Ms: percentile(begunMs, 95),
    stopMaxMs: Math.max(...stops.map(({ lastOldMs }) => lastOldMs)),
    stalePackets: stops.reduce((sum, { stale }) => sum + stale, 0),
  };
}

/** From the first byte of PCM, which comes at a time of its own, to the first packet on the wire. */
async function beginningOf(room: BenchRoom, line: Line, turn: number): Promise<number> {
  let bornMs = Number.NaN;
  const sent = Promise.withResolvers<number>();
  line.onSent = (packet) => {
    if (!isSilence(packet)) sent.resolve(performance.now() - bornMs);
  };
  async function* chunks() {
    await wait(100 + ((turn * 7) % 20));
    bornMs = performance.now();
    for (let chunk = 0; chunk < 6; chunk += 1) yield pcmChunk(chunk);
  }
  room.say(line.connection, { format: 'pcm', chunks: chunks() });
  const tookMs = await sent.promise;
  room.stop();
  line.onSent = () => undefined;
  await wait(220);
  return tookMs;
}

/** From the interruption to the last packet of what was said, within the next utterance too. */
async function interruptionOf(room: BenchRoom, line: Line, turn: number) {
  const old = new Set(await speechPackets(1));
  const oldSent: number[] = [];
  line.onSent = (packet) => {
    for (const each of old) if (each.equals(packet)) return void oldSent.push(performance.now());
  };
  const saying = (packets: Iterable<Buffer>): Saying => ({
    format: 'packets',
    chunks: (async function* () {
      yield* packets;
    })(),
  });
  room.say(line.connection, saying(old));
  await wait(300 + ((turn * 7) % 20));
  const stoppedMs = performance.now();
  room.stop();
  const next = Array.from({ length: 10 }, (_, index) => Buffer.of(0xf8, 1, turn, index));
  room.say(line.connection, saying(next));
  await wait(450);
  room.stop();
  const after = oldSent.filter((atMs) => atMs > stoppedMs);
  await wait(150);
  return { stale: after.length, lastOldMs: Math.max(0, ...after.map((atMs) => atMs - stoppedMs)) };
}

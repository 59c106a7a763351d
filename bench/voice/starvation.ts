import type { Sample } from '../support/measurement.ts';
import { isSilence, type Line } from './line.ts';
import { speechPackets } from './sound.ts';
import type { BenchRoom } from './subjects.ts';

const speechS = 10;
const frameMs = 20;
/** The process has the machine for a third of the time. */
const blockedMs = 200;
const freeMs = 100;
/** Packets closer together than that are a burst: a listener's buffer drops some of them. */
const burstMs = 5;
const quietAfterMs = 1_500;

/** Ten seconds of speech out of a process that hardly gets to run: how long they take, and what is heard of them. */
export async function starvationOf(room: BenchRoom, line: Line): Promise<Sample> {
  const packets = await speechPackets(speechS);
  const sentAtMs: number[] = [];
  line.onSent = (packet) => {
    if (!isSilence(packet)) sentAtMs.push(performance.now());
  };
  const chunks = (async function* () {
    yield* packets;
  })();
  room.say(line.connection, { format: 'packets', chunks });
  const blocking = setInterval(block, blockedMs + freeMs);
  await ended(sentAtMs);
  clearInterval(blocking);
  const [first = 0, last = 0] = [sentAtMs[0], sentAtMs.at(-1)];
  return {
    tookS: (last - first + frameMs) / 1_000,
    heardPercent: (100 * sentAtMs.length) / packets.length,
    burst: largestBurst(sentAtMs),
  };
}

function block(): void {
  const endMs = performance.now() + blockedMs;
  while (performance.now() < endMs);
}

async function ended(sentAtMs: readonly number[]): Promise<void> {
  const limitMs = performance.now() + 4 * speechS * 1_000;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const nowMs = performance.now();
    if (nowMs > limitMs || nowMs - (sentAtMs.at(-1) ?? nowMs) > quietAfterMs) return;
  }
}

function largestBurst(sentAtMs: readonly number[]): number {
  let [largest, burst, lastMs] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const atMs of sentAtMs) {
    burst = atMs - lastMs < burstMs ? burst + 1 : 1;
    largest = Math.max(largest, burst);
    lastMs = atMs;
  }
  return largest;
}

import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { isSilence, joinSeat } from '../voice/line.ts';
import { openEmceeCall } from './emcee-call.ts';
import { latenciesOf } from './latencies.ts';
import { callBotMessage } from './messages.ts';
import { openRecipeCall } from './recipe-call.ts';
import { openRoomOnly } from './room-only.ts';
import { scriptNamed } from './script.ts';
import { watchSockets } from './socket-watch.ts';

/** `<subject> <script> [latency]`: a bot in all rooms that the world has, and what that takes. */
const openers = new Map([
  ['emcee', openEmceeCall],
  ['room', openRoomOnly],
  ['recipe', openRecipeCall],
]);
endWithParent();
const [subject = '', scriptName = '', how] = process.argv.slice(2);
const open = openers.get(subject);
if (!open) throw new Error(`nobody talks under the name ${subject}`);
const { roundMs, answerMs } = scriptNamed(scriptName);
const [given] = await once(process, 'message');
const { world, url } = callBotMessage.parse(given);
const warmUpMs = roundMs + 2_000;
const windowMs = roundMs * 2;
const sockets = how === 'latency' ? watchSockets() : undefined;

globalThis.gc?.();
const before = process.memoryUsage();
let sent = 0;
const lines = world.seats.map((seat) => {
  const call = open(seat, url);
  const line = joinSeat(seat, world.botId, (connection) => call.join(connection));
  line.onSent = (packet) => {
    if (!isSilence(packet)) sent += 1;
  };
  return { call, line };
});
await Promise.all(lines.map(({ line }) => line.secured));
await Promise.all(lines.map(({ call, line }) => call.start(line.connection)));
process.send?.({ ready: true });
await once(process, 'message');

const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

async function loadOf(): Promise<Sample> {
  await wait(warmUpMs);
  sent = 0;
  const startMs = performance.now();
  const loop = performance.eventLoopUtilization();
  const cpu = process.cpuUsage();
  await wait(windowMs);
  const used = process.cpuUsage(cpu);
  const tookMs = performance.now() - startMs;
  const busy = performance.eventLoopUtilization(loop).utilization;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const answered = (tookMs / roundMs) * (answerMs / 20) * lines.length;
  return {
    cpuPercent: (used.user + used.system) / 10 / tookMs / lines.length,
    loopPercent: (100 * busy) / lines.length,
    rssMiB: (after.rss - before.rss) / 2 ** 20 / lines.length,
    heapMiB: (after.heapUsed - before.heapUsed) / 2 ** 20 / lines.length,
    saidPercent: (100 * sent) / answered,
  };
}

const [first] = lines;
if (sockets && first) reportSample(await latenciesOf(first.line, subject === 'emcee', sockets));
else reportSample(await loadOf());

import { once } from 'node:events';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { openAddressedRoom, openEmceeRoom } from './emcee-room.ts';
import { latenciesOf } from './latencies.ts';
import { isSilence, joinSeat } from './line.ts';
import { worldMessage } from './messages.ts';
import { openRecipeRoom } from './recipe-room.ts';
import { endlessOgg, endlessPcm } from './sound.ts';
import { starvationOf } from './starvation.ts';

/** `<subject> <load> [prebufferMs]`: a bot in all rooms that the world has, and what that takes. */
const openers = new Map([
  ['emcee', openEmceeRoom],
  ['addressed', openAddressedRoom],
  ['recipe', openRecipeRoom],
]);
const warmUpMs = 2_000;
const windowMs = 3_000;

endWithParent();
const [subject = '', load = '', prebufferMs = '0'] = process.argv.slice(2);
const open = openers.get(subject);
if (!open) throw new Error(`nothing speaks under the name ${subject}`);
const [given] = await once(process, 'message');
const { seats, botId } = worldMessage.parse(given);

const hears = load === 'duplex' || load === 'listen';
const format = load === 'ogg' ? 'ogg' : load === 'listen' ? undefined : 'pcm';
globalThis.gc?.();
const before = process.memoryUsage.rss();
let samplesHeard = 0;
const rooms = seats.map((seat) => {
  const room = open(Number(prebufferMs));
  const line = joinSeat(seat, botId, (connection) => {
    room.join?.(connection);
    if (hears)
      room.listen(connection, seat.speakerId, ({ length }) => {
        samplesHeard += length;
      });
  });
  return { room, line, sentAtMs: [] as number[] };
});
await Promise.all(rooms.map(({ line }) => line.secured));
process.send?.({ ready: true });
await once(process, 'message');

const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

async function loadOf(): Promise<Sample> {
  for (const { room, line, sentAtMs } of rooms) {
    line.onSent = (packet) => {
      if (!isSilence(packet)) sentAtMs.push(performance.now());
    };
    if (format === 'ogg') room.say(line.connection, { format, chunks: endlessOgg() });
    if (format === 'pcm') room.say(line.connection, { format, chunks: endlessPcm() });
    // Speeches do not begin at one moment.
    await wait(7);
  }
  await wait(warmUpMs);
  for (const { sentAtMs } of rooms) sentAtMs.length = 0;
  samplesHeard = 0;
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  await wait(windowMs);
  const used = process.cpuUsage(cpu);
  const tookMs = performance.now() - startMs;
  const lateMs = rooms.flatMap(({ sentAtMs }) =>
    sentAtMs.slice(1).map((atMs, index) => Math.max(0, atMs - (sentAtMs[index] ?? 0) - 20)),
  );
  const sent = rooms.reduce((sum, { sentAtMs }) => sum + sentAtMs.length, 0);
  const wanted = (tookMs / 20) * rooms.length;
  const heard = samplesHeard / 320;
  globalThis.gc?.();
  return {
    cpuUsAFrame: (used.user + used.system) / (sent + heard),
    cpuPercent: (used.user + used.system) / 10 / tookMs / rooms.length,
    rssMiB: (process.memoryUsage.rss() - before) / 2 ** 20 / rooms.length,
    ...(lateMs.length > 0 ? { lateP99Ms: percentile(lateMs, 99) } : {}),
    ...(format ? { sentPercent: (100 * sent) / wanted } : {}),
    ...(hears ? { heardPercent: (100 * heard) / wanted } : {}),
  };
}

const [first] = rooms;
if (load === 'latency' && first) reportSample(await latenciesOf(first.room, first.line));
else if (load === 'starved' && first) reportSample(await starvationOf(first.room, first.line));
else reportSample(await loadOf());

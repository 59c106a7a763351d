import { endWithParent, reportSample } from '../support/round.ts';
import { scripts } from './script.ts';
import { SimulatedCalls } from './simulated-call.ts';
import { SimulatedClock } from './simulated-clock.ts';

/** `<url>`: two hours of conversation in simulated time, and how the heap is meanwhile; then many short calls. */
endWithParent();
const [, , url = ''] = process.argv;
const frameMs = 20;
const minutes = [10, 30, 60, 90, 120];
const shortCalls = 500;
const { talk, interrupted } = scripts;
if (!talk || !interrupted) throw new Error('no script');

const clock = new SimulatedClock();
const calls = new SimulatedCalls(clock, url);
const { client, rooms } = calls;
let passedMs = 0;

/** Three minutes of talk, then three in which every answer is interrupted. */
async function goOn(durationMs: number): Promise<void> {
  for (const untilMs = passedMs + durationMs; passedMs < untilMs; passedMs += frameMs) {
    const script = Math.floor(passedMs / 180_000) % 2 === 0 ? talk : interrupted;
    if (script) rooms.speak(script, passedMs);
    await clock.step(frameMs);
    await calls.caughtUp();
  }
}

async function heapKiB(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_024;
}

const call = await calls.begin();
const heaps: number[] = [];
const cpu = process.cpuUsage();
for (const minute of minutes) {
  await goOn(minute * 60_000 - passedMs);
  heaps.push(await heapKiB());
}
const used = process.cpuUsage(cpu);
const { turns, sessions } = client;
const { packets } = rooms;
const talkedMs = passedMs;
await call.stop();
await goOn(frameMs);
/** Many short ones; the first half of them only warms up. */
async function callOften(): Promise<number> {
  for (let index = 0; index < shortCalls; index += 1) {
    const short = await calls.begin();
    await goOn(400);
    await short.stop();
  }
  // Sockets say goodbye for a second at most.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return await heapKiB();
}
const before = await callOften();
const perCall = ((await callOften()) - before) / shortCalls;
const heapAfter = (minute: number) => heaps[minutes.indexOf(minute)] ?? 0;
reportSample({
  ...Object.fromEntries(heaps.map((heap, index) => [`heap${minutes[index]}`, heap / 1_024])),
  growthKiB: heapAfter(60) - heapAfter(10),
  laterKiB: heapAfter(120) - heapAfter(60),
  perCallKiB: perCall,
  turns,
  sessions,
  lines: calls.lines,
  spokenMinutes: (packets * frameMs) / 60_000,
  cpuPercent: (used.user + used.system) / 10 / talkedMs,
});

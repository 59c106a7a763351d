import { pino } from 'pino';
import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { openCalls } from '../../src/conversation/calls.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { openConversations } from '../../src/service/realtime/conversation/conversation-client.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { CountedClient } from './counted-client.ts';
import { benchProfile, benchRequest } from './emcee-call.ts';
import { scripts } from './script.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { everybody, SimulatedRooms } from './simulated-room.ts';

/** `<url>`: two hours of conversation in simulated time, and how the heap is meanwhile; then many short calls. */
endWithParent();
const [, , url = ''] = process.argv;
const frameMs = 20;
const minutes = [10, 30, 60, 90, 120];
const shortCalls = 200;
const patienceMs = 2_000;
const { talk, interrupted } = scripts;
if (!talk || !interrupted) throw new Error('no script');

const log = pino({ enabled: false });
const clock = new SimulatedClock();
const client = new CountedClient(openConversations({ profile: benchProfile(url), clock: systemClock, log }));
const rooms = new SimulatedRooms(clock);
const calls = openCalls({
  rooms,
  client,
  spending: { reserve: async () => undefined, finish: async () => undefined },
  tools: () => [],
  endpointing: usualEndpointing,
  echo: usualEcho,
  hasAnyRole: () => false,
  clock,
  log,
});
const request = benchRequest({ guildId: 'guild', channelId: 'voice', speakerId: everybody[0] ?? '' });
let lines = 0;
let passedMs = 0;

async function begin() {
  const call = await calls.start(request);
  call.onLine(({ final }) => {
    if (final) lines += 1;
  });
  for (const userId of everybody) call.join(userId);
  return call;
}

/** The service is a process of its own: simulated time waits for what it owes. */
async function caughtUp(): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while (client.answers < client.turns && performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, 1));
  client.answers = client.turns;
}

/** Three minutes of talk, then three in which every answer is interrupted. */
async function goOn(durationMs: number): Promise<void> {
  for (const untilMs = passedMs + durationMs; passedMs < untilMs; passedMs += frameMs) {
    const script = Math.floor(passedMs / 180_000) % 2 === 0 ? talk : interrupted;
    if (script) rooms.speak(script, passedMs);
    await clock.step(frameMs);
    if (client.answers < client.turns) await caughtUp();
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

const call = await begin();
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
const before = await heapKiB();
for (let index = 0; index < shortCalls; index += 1) {
  const short = await begin();
  await goOn(4_000);
  await short.stop();
}
await goOn(60_000);
const perCall = ((await heapKiB()) - before) / shortCalls;
const heapAfter = (minute: number) => heaps[minutes.indexOf(minute)] ?? 0;
reportSample({
  ...Object.fromEntries(heaps.map((heap, index) => [`heap${minutes[index]}`, heap / 1_024])),
  growthKiB: heapAfter(60) - heapAfter(10),
  laterKiB: heapAfter(120) - heapAfter(60),
  perCallKiB: perCall,
  turns,
  sessions,
  lines,
  spokenMinutes: (packets * frameMs) / 60_000,
  cpuPercent: (used.user + used.system) / 10 / talkedMs,
});

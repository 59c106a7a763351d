import { endWithParent, reportSample } from '../support/round.ts';
import { speechPcm } from '../voice/sound.ts';
import { scriptNamed } from './script.ts';
import { SimulatedCalls } from './simulated-call.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { SimulatedRooms } from './simulated-room.ts';

/** `<url> <rooms> <call|room>`: so many conversations, or only the mouths of their rooms, in simulated time. */
endWithParent();
const [, , url = '', count = '1', what = 'call'] = process.argv;
const frameMs = 20;
const warmUpMs = 30_000;
const windowMs = 60_000;
const script = scriptNamed('talk');
const clock = new SimulatedClock();
const answer = new Uint8Array(speechPcm(script.answerMs / 1_000, 24_000).buffer);
/** About where a conversation answers. */
const answersAtMs = 2_500;
let passedMs = 0;

interface Member {
  step(roomMs: number): void;
  caughtUp(): Promise<void>;
}

async function openCall(): Promise<Member> {
  const calls = new SimulatedCalls(clock, url);
  await calls.begin();
  return {
    step: (roomMs) => calls.rooms.speak(script, roomMs),
    caughtUp: async () => await calls.caughtUp(),
  };
}

async function openMouth(): Promise<Member> {
  const feature = { name: 'conversation', rank: 2 };
  const lease = await new SimulatedRooms(clock).enter({
    guildId: 'guild',
    channelId: 'voice',
    feature,
    notices: { channelId: 'text' },
  });
  return {
    step(roomMs) {
      if (roomMs < 0 || roomMs % script.roundMs !== answersAtMs) return;
      const pcm = (async function* () {
        for (let at = 0; at < answer.length; at += 4_800) yield answer.subarray(at, at + 4_800);
      })();
      lease.mouth.play({ id: `answer ${roomMs}`, priority: 'urgent', pcm, sampleRateHz: 24_000 });
    },
    caughtUp: async () => undefined,
  };
}

globalThis.gc?.();
const before = process.memoryUsage();
const members: Member[] = [];
for (let index = 0; index < Number(count); index += 1)
  members.push(await (what === 'call' ? openCall() : openMouth()));

/** Nobody takes turns in step. */
const phaseMs = Math.floor(script.roundMs / frameMs / members.length) * frameMs;

async function goOn(durationMs: number): Promise<void> {
  for (const untilMs = passedMs + durationMs; passedMs < untilMs; passedMs += frameMs) {
    members.forEach((member, index) => {
      member.step(passedMs - index * phaseMs);
    });
    await clock.step(frameMs);
    for (const member of members) await member.caughtUp();
  }
}

await goOn(warmUpMs);
const cpu = process.cpuUsage();
await goOn(windowMs);
const used = process.cpuUsage(cpu);
globalThis.gc?.();
const after = process.memoryUsage();
reportSample({
  cpuPercent: (used.user + used.system) / 10 / windowMs / members.length,
  heapMiB: (after.heapUsed + after.external - before.heapUsed - before.external) / 2 ** 20 / members.length,
  rssMiB: (after.rss - before.rss) / 2 ** 20 / members.length,
});

import type { Player } from './players.ts';
import type { Scenario } from './scenario.ts';

/** When the person begins, after the bot has spoken for a while. */
export const beginsAtMs = 1_500;
const echoGain = 0.1;
const echoDelayFrames = 4;
const lossShare = 0.05;
const silence24 = new Int16Array(480);
const silence16 = new Int16Array(320);

/** Plays a whole turn, and as much longer as it takes to judge an interruption. */
export function play(scenario: Scenario, player: Player, random: () => number): void {
  const { person, bot, other, condition, text } = scenario;
  const frames = Math.ceil((beginsAtMs + person.length / 16 + 2_800) / 20);
  const played: Int16Array[] = [];
  for (let index = 0; index < frames; index += 1) {
    const nowMs = index * 20;
    // A frame is there once all of it was spoken.
    const heardMs = nowMs + 20;
    const frame = player.botIsHeard ? bot?.subarray(index * 480, (index + 1) * 480) : undefined;
    played.push(frame?.length === 480 ? frame : silence24);
    player.botPlays(played[index] ?? silence24);
    const said = frameOf(person, nowMs);
    const echo = condition === 'echo' && bot ? played[index - echoDelayFrames] : undefined;
    const samples = echo ? mixed(said, echo) : said;
    const isLost = condition === 'loss' && random() < lossShare;
    const rtpTimestamp = index * 960;
    const hear = (userId: string, heard: Int16Array | undefined, ends: boolean) => {
      if (heard) player.hear({ userId, samples: heard, rtpTimestamp, kind: 'spoken' }, heardMs);
      else if (ends) player.hear({ userId, samples: silence16, rtpTimestamp, kind: 'silence' }, heardMs);
    };
    if (!isLost) hear('ann', samples, endsAt(person, nowMs));
    if (other) hear('ben', frameOf(other, nowMs), endsAt(other, nowMs));
    player.tick(heardMs, text);
  }
}

/** Discord sends nothing while someone is silent for long; inside what they say the frames go on. */
function frameOf(sound: Int16Array, nowMs: number): Int16Array | undefined {
  const at = (nowMs - beginsAtMs) * 16;
  if (at < 0 || at >= sound.length) return undefined;
  const frame = new Int16Array(320);
  frame.set(sound.subarray(at, at + 320));
  return frame;
}

/** Who has finished sends five frames of silence, and nothing after them. */
function endsAt(sound: Int16Array, nowMs: number): boolean {
  const behindMs = nowMs - beginsAtMs - sound.length / 16;
  return sound.length > 0 && behindMs >= 0 && behindMs < 100;
}

/** What a microphone hears of both, at 16 kHz. */
function mixed(said: Int16Array | undefined, echo: Int16Array): Int16Array {
  return new Int16Array(320).map(
    (_, index) => (said?.[index] ?? 0) + echoGain * (echo[Math.floor(index * 1.5)] ?? 0),
  );
}

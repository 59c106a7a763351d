import { speechPcm } from '../voice/sound.ts';
import type { OpenBenchCall } from './bench-call.ts';
import { EmceeRoom } from './emcee-lease.ts';
import { scriptNamed } from './script.ts';

const { roundMs, answerMs, lines } = scriptNamed('talk');
const answer = new Uint8Array(speechPcm(answerMs / 1_000, 24_000).buffer);
/** About where a conversation answers: half a second behind the first line. */
const answersAfterMs = (lines[0]?.untilMs ?? 0) + 500;
const deltaBytes = 4_800;

/** What a room takes in which nobody makes anything of it: the same people are heard, and as much is said. */
export const openRoomOnly: OpenBenchCall = ({ speakerIds }) => {
  const room = new EmceeRoom();
  return {
    join: (connection) => room.join(connection),
    async start(connection) {
      room.speakThrough(connection);
      room.ears.onFrame(() => undefined);
      room.ears.allow(new Set(speakerIds));
      let round = 0;
      const sayNext = () => {
        round += 1;
        say(room, round);
      };
      setTimeout(() => setInterval(sayNext, roundMs), answersAfterMs);
    },
  };
};

function say(room: EmceeRoom, round: number): void {
  const pcm = (async function* () {
    for (let at = 0; at < answer.length; at += deltaBytes) yield answer.subarray(at, at + deltaBytes);
  })();
  room.mouth.play({ id: `answer ${round}`, priority: 'urgent', pcm, sampleRateHz: 24_000 });
}

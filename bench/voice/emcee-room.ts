import type { VoiceConnection } from '@discordjs/voice';
import { systemClock } from '../../src/operations/clock.ts';
import { importSendingKey, tendMediaSocket } from '../../src/voice/connection/networking.ts';
import { createEars } from '../../src/voice/ears/ears.ts';
import { createMouth } from '../../src/voice/mouth/mouth.ts';
import type { Mouth } from '../../src/voice/mouth/types.ts';
import { packetsOfOgg } from '../../src/voice/packets/of-ogg.ts';
import { packetsOfPcm } from '../../src/voice/packets/of-pcm.ts';
import type { OpenBenchRoom, Saying } from './subjects.ts';

function packetsOf({ format, chunks }: Saying): AsyncIterable<Uint8Array> {
  if (format === 'packets') return chunks;
  return format === 'ogg' ? packetsOfOgg(chunks) : packetsOfPcm(chunks, 24_000);
}

/** Emcee's mouth and ears, and its way to send. */
export const openEmceeRoom: OpenBenchRoom = (prebufferMs) => ({
  ...openAddressedRoom(prebufferMs),
  join({ state }) {
    if (!('networking' in state)) return;
    const { signal } = new AbortController();
    tendMediaSocket(state.networking, systemClock, signal, () => undefined);
  },
});

/** The same without a connected socket: the library gives the address with each packet. */
export const openAddressedRoom: OpenBenchRoom = (prebufferMs) => {
  let mouth: Mouth | undefined;
  const mouthOf = (connection: VoiceConnection) => {
    const sink = {
      send: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
        connection.playOpusPacket(Buffer.from(buffer, byteOffset, byteLength)) ?? false,
      setSpeaking: (on: boolean) => void connection.setSpeaking(on),
    };
    const made = createMouth(sink, { prebufferMs });
    made.resume();
    return made.seat({ name: 'bench', rank: 1 });
  };
  return {
    listen(connection, speakerId, onSamples) {
      const ears = createEars();
      ears.attach(connection);
      ears.allow(new Set([speakerId]));
      ears.onFrame(({ samples }) => onSamples(samples));
    },
    say(connection, saying) {
      // As rooms do once a connection is ready.
      if ('networking' in connection.state) importSendingKey(connection.state.networking);
      mouth ??= mouthOf(connection);
      mouth.play({ id: 'bench', packets: packetsOf(saying), priority: 'normal' });
    },
    stop: () => mouth?.stop(),
  };
};

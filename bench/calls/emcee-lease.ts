import type { VoiceConnection } from '@discordjs/voice';
import { systemClock } from '../../src/operations/clock.ts';
import { importSendingKey, tendMediaSocket } from '../../src/voice/connection/networking.ts';
import { createEars } from '../../src/voice/ears/ears.ts';
import { createMouth } from '../../src/voice/mouth/mouth.ts';
import type { MouthSeat } from '../../src/voice/mouth/types.ts';
import type { EnterRequest, RoomLease, RoomState } from '../../src/voice/room/types.ts';
import type { CallSeat } from './messages.ts';

/** Ears, mouth and socket of a room, without Discord's main gateway around them. */
export class EmceeRoom {
  readonly ears = createEars();
  #mouth: MouthSeat | undefined;

  join(connection: VoiceConnection): void {
    if ('networking' in connection.state) {
      const { signal } = new AbortController();
      tendMediaSocket(connection.state.networking, systemClock, signal, () => undefined);
    }
    this.ears.attach(connection);
  }

  speakThrough(connection: VoiceConnection): void {
    if ('networking' in connection.state) importSendingKey(connection.state.networking);
    const mouth = createMouth({
      send: ({ buffer, byteOffset, byteLength }) =>
        connection.playOpusPacket(Buffer.from(buffer, byteOffset, byteLength)) ?? false,
      setSpeaking: (on) => void connection.setSpeaking(on),
    });
    mouth.resume();
    this.#mouth = mouth.seat({ name: 'conversation', rank: 2 });
  }

  get mouth(): MouthSeat {
    if (!this.#mouth) throw new Error('the room cannot be heard yet');
    return this.#mouth;
  }

  lease({ feature }: EnterRequest, { guildId, channelId }: CallSeat): RoomLease {
    const { ears, mouth } = this;
    const state: RoomState = { is: 'ready', channelId };
    const ended = Promise.withResolvers<'asked'>();
    const release = async () => ended.resolve('asked');
    return {
      guildId,
      feature,
      state,
      mouth,
      ears,
      ended: ended.promise,
      onChange: () => () => undefined,
      touch: () => undefined,
      setStatus: async () => undefined,
      release,
      [Symbol.asyncDispose]: release,
    };
  }
}

import type { Ears, HeardFrame } from '../../src/voice/ears/types.ts';
import { createMouth } from '../../src/voice/mouth/mouth.ts';
import { createPacer } from '../../src/voice/mouth/pacer.ts';
import type { EnterRequest, RoomEnd, RoomLease, VoiceRooms } from '../../src/voice/room/types.ts';
import { speechPcm } from '../voice/sound.ts';
import { people, type Script, speakersAt } from './script.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const voice = speechPcm(4, 16_000);
const silenceMs = 100;

/** A room with the real mouth and people who are heard as the ears would tell, in simulated time. */
export class SimulatedRooms implements VoiceRooms {
  packets = 0;
  readonly #clock: SimulatedClock;
  readonly #listeners = new Set<(frame: HeardFrame) => void>();

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
  }

  /** 20 ms of everybody who speaks now, or has just finished: that ends in five frames of silence. */
  speak(script: Script, ms: number): void {
    const speaking = speakersAt(script, ms);
    const ended = speakersAt(script, ms - silenceMs).filter((speaker) => !speaking.includes(speaker));
    for (const speaker of speaking) this.#hear(speaker, ms, 'spoken');
    for (const speaker of ended) this.#hear(speaker, ms, 'silence');
  }

  #hear(speaker: number, ms: number, kind: 'spoken' | 'silence'): void {
    const from = (ms * 16) % voice.length;
    for (const listener of this.#listeners)
      listener({
        userId: `person ${speaker}`,
        samples: kind === 'spoken' ? voice.slice(from, from + 320) : new Int16Array(320),
        rtpTimestamp: (ms * 48) % 2 ** 32,
        kind,
      });
  }

  of(): undefined {
    return undefined;
  }

  async enter({ guildId, channelId, feature }: EnterRequest): Promise<RoomLease> {
    const sink = {
      send: () => {
        this.packets += 1;
        return true;
      },
      setSpeaking: () => undefined,
    };
    const mouth = createMouth(sink, { pacer: createPacer(this.#clock) });
    mouth.resume();
    const mine = new Set<(frame: HeardFrame) => void>();
    const ears: Ears = {
      allow: () => undefined,
      onFrame: (listener) => {
        mine.add(listener);
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
    const ended = Promise.withResolvers<RoomEnd>();
    const release = async () => {
      mouth.close();
      for (const listener of mine) this.#listeners.delete(listener);
      ended.resolve('asked');
    };
    return {
      guildId,
      feature,
      state: { is: 'ready', channelId },
      mouth: mouth.seat(feature),
      ears,
      ended: ended.promise,
      onChange: () => () => undefined,
      touch: () => undefined,
      setStatus: async () => undefined,
      release,
      [Symbol.asyncDispose]: release,
    };
  }

  whereIs() {
    return { channelId: 'voice', deafened: false, muted: false };
  }

  async close(): Promise<void> {}
}

export const everybody = Array.from({ length: people }, (_, index) => `person ${index}`);

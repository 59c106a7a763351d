import { createMouth, type MouthOptions } from '../../src/voice/mouth/mouth.ts';
import { createPacer } from '../../src/voice/mouth/pacer.ts';
import type { RoomSink } from '../../src/voice/mouth/types.ts';
import { silencePacket } from '../../src/voice/packets/audio.ts';
import { FakeTime, turns } from './fake-time.ts';

/** Remembers what would have been sent: `silence`, or a packet's bytes; and whether the bot is shown as speaking. */
export class RecordingSink implements RoomSink {
  readonly sent: { readonly what: string; readonly atMs: number }[] = [];
  speaking = false;
  open = true;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get what(): readonly string[] {
    return this.sent.map(({ what }) => what);
  }

  /** All but the silence between it. */
  get spoken(): readonly string[] {
    return this.what.filter((what) => what !== 'silence');
  }

  /** As they were sent. */
  readonly packets: Uint8Array[] = [];

  send(packet: Uint8Array): boolean {
    if (!this.open) return false;
    this.packets.push(packet);
    this.speaking = true;
    const silent =
      packet.length === silencePacket.length && packet.every((byte, at) => byte === silencePacket[at]);
    this.sent.push({ what: silent ? 'silence' : packet.join('.'), atMs: this.#nowMs() });
    return true;
  }

  setSpeaking(on: boolean): void {
    this.speaking = on;
  }
}

export const silences = (count: number) => Array.from({ length: count }, () => 'silence');

/** A room's mouth that speaks into memory, while time stands still until a test moves it. */
export function mouthStage(options: MouthOptions = {}) {
  const time = new FakeTime();
  const sink = new RecordingSink(() => time.nowMs());
  const room = createMouth(sink, { pacer: createPacer(time), ...options });
  const advance = async (durationMs: number) => {
    for (let left = durationMs; left > 0; left -= 5) {
      await turns();
      time.advance(Math.min(left, 5));
    }
    await turns();
  };
  return { time, sink, room, advance };
}

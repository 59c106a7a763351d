import type { RoomSink } from '../../src/voice/mouth/types.ts';
import { silencePacket } from '../../src/voice/packets/audio.ts';

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

  send(packet: Uint8Array): boolean {
    if (!this.open) return false;
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

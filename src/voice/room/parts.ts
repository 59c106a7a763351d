import type { VoiceConnection } from '@discordjs/voice';
import type { Ears } from '../ears/types.ts';
import type { Mouth } from '../mouth/types.ts';
import type { OpusPacket } from '../packets/audio.ts';

/** Where a mouth sends its packets. */
export interface RoomSink {
  /** Puts one packet of 20 ms on the wire now. False: nothing was sent, the connection cannot carry it. Never throws. */
  send(packet: OpusPacket): boolean;
  /** Shows the bot as speaking, or not. */
  setSpeaking(on: boolean): void;
}

/** A mouth as its room holds it. */
export interface RoomMouth extends Mouth {
  /** The room cannot be heard: nothing is sent and nothing is dropped until `resume`. */
  pause(): void;
  resume(): void;
  /** The room is gone: everything ends as `left`. Idempotent. */
  close(): void;
}

/** Ears as their room holds them. */
export interface RoomEars extends Ears {
  /**
   * A new networking object of a connection, in the tick in which it was made and before it has a UDP socket; all
   * speakers begin anew. The connection is another one after a rejoin.
   */
  attach(connection: VoiceConnection): void;
  detach(): void;
  /** That person left the channel. */
  forget(userId: string): void;
  /**
   * Told when somebody speaks and cannot be decrypted although the session began anew, and when it works again.
   * Returns how to stop listening.
   */
  onDeafness(listener: (deaf: boolean) => void): () => void;
  /** Idempotent. */
  close(): void;
}

/** How a room gets its mouth and its ears. */
export interface RoomParts {
  createMouth(sink: RoomSink): RoomMouth;
  createEars(): RoomEars;
}

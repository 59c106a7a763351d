import type { OpusPacket } from '../packets/audio.ts';
import type { OpusRateHz } from '../packets/opus-codec.ts';
import type { RoomFeature } from '../room/feature.ts';

/**
 * How a playback ended. `finished`: people heard all of it. `skipped`: only this one was ended. `stopped`: its
 * feature's were all ended. `left`: the feature left the room, or the room is gone. `failed`: its packets couldn't be
 * read.
 */
export type PlaybackEnd = 'finished' | 'skipped' | 'stopped' | 'left' | 'failed';

/**
 * What to play, as it becomes available. The mouth ends the iteration with the playback. Opus comes in packets of 20
 * ms. PCM is 16-bit little-endian mono in pieces of any size, encoded right before it's sent, because only then can it
 * be turned down or faded.
 */
export type Sound =
  | { readonly packets: AsyncIterable<OpusPacket> }
  | { readonly pcm: AsyncIterable<Uint8Array>; readonly sampleRateHz: OpusRateHz };

export type PlayRequest = Sound & {
  readonly id: string;
  /** `urgent` goes before everything else of its feature that's waiting, without interrupting. */
  readonly priority: 'urgent' | 'normal';
  /**
   * A less important feature pauses, and continues once nothing more important is waiting. Default: it interrupts
   * nobody.
   */
  readonly interrupts?: boolean;
};

export interface Playback {
  readonly id: string;
  /** True once its first packet is sent; false if there won't be one. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  /** Why it failed, if it did. */
  readonly error: unknown;
  /** Milliseconds sent so far, without silence in between. Packets left out for being late count. */
  readonly playedMs: number;
  /**
   * Turns it down, or back to normal (0), gliding from the next packet.
   * @returns false if it can't, because it was already Opus
   */
  setGain(decibels: number, overMs: number): boolean;
}

export interface Ending {
  /** How long PCM fades out; `ended` resolves after that. */
  readonly fadeMs?: number;
}

/** What a feature says in a room: one thing at a time, on the 20 ms clock, taking turns with other features. */
export interface Mouth {
  play(request: PlayRequest): Playback;
  /**
   * Ends one playback, playing or waiting, within one tick. Default: the one that's playing. Returns false if it isn't
   * there.
   */
  skip(id?: string, ending?: Ending): boolean;
  /** Ends everything of this feature within one tick; none of its packets are sent after that. */
  stop(ending?: Ending): void;
  /**
   * Keeps the floor during the pauses of a turn: until the returned function is called, only a more important feature
   * may begin. What's being said goes on.
   */
  hold(): () => void;
  /** The id of what's playing, if it's this feature's. */
  readonly playing: string | undefined;
  /** The ids of what this feature has waiting. */
  readonly waiting: readonly string[];
}

/** Where a mouth sends its packets. */
export interface RoomSink {
  /** Sends one packet of 20 ms now. False: nothing was sent, because the connection can't carry it. Never throws. */
  send(packet: OpusPacket): boolean;
  /** Shows whether the bot is speaking. */
  setSpeaking(on: boolean): void;
}

/** A feature's part of a mouth, until it's closed. */
export interface MouthSeat extends Mouth {
  /** Ends everything as `left`, and later requests at once. Idempotent. */
  close(): void;
}

/** A mouth, as its room sees it. */
export interface RoomMouth {
  /** Something is playing or waiting. */
  readonly busy: boolean;
  seat(feature: RoomFeature): MouthSeat;
  /** Nobody can hear the room: nothing is sent or dropped until `resume`. */
  pause(): void;
  resume(): void;
  /** The room is gone, so everything ends as `left`. Idempotent. */
  close(): void;
}

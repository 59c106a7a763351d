import type { OpusPacket } from '../packets/audio.ts';
import type { OpusRateHz } from '../packets/opus-codec.ts';
import type { RoomFeature } from '../room/feature.ts';

/**
 * How a playback ended. `finished`: the last packet was heard whole, `skipped`: it alone was ended, `stopped`: all
 * of its feature were, `left`: the feature left the room, or the room is gone, `failed`: its packets could not be had.
 */
export type PlaybackEnd = 'finished' | 'skipped' | 'stopped' | 'left' | 'failed';

/**
 * What is to be heard, as it becomes available; the mouth ends the iteration when the playback ends. Opus comes in packets
 * of 20 ms each. PCM is 16-bit little-endian mono cut anywhere, encoded in the moment in which it's sent: only then can
 * it be made quieter, or faded.
 */
export type Sound =
  | { readonly packets: AsyncIterable<OpusPacket> }
  | { readonly pcm: AsyncIterable<Uint8Array>; readonly sampleRateHz: OpusRateHz };

export type PlayRequest = Sound & {
  readonly id: string;
  /** `urgent` goes before everything of its feature that waits, and interrupts nothing. */
  readonly priority: 'urgent' | 'normal';
  /**
   * What a less important feature is saying makes way: it goes on where it was once nothing more important waits.
   * Without this nobody is interrupted.
   */
  readonly interrupts?: boolean;
};

export interface Playback {
  readonly id: string;
  /** True with the first packet on the wire; false when there will never be one. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  /** Why it failed, once it has. */
  readonly error: unknown;
  /** Milliseconds of it that were sent so far, without any silence in between; what was left out because it came too late counts. */
  readonly playedMs: number;
  /**
   * Makes it quieter, or as loud as it was (0), gliding there from the next packet on.
   * @returns false when it can't be: it is Opus as it came
   */
  setGain(decibels: number, overMs: number): boolean;
}

export interface Ending {
  /** How long PCM fades out instead of breaking off; `ended` resolves after that. */
  readonly fadeMs?: number;
}

/** What a feature says in a room: one thing at a time, on the 20 ms clock, in turn with the other features there. */
export interface Mouth {
  play(request: PlayRequest): Playback;
  /** Ends one playback, playing or waiting, within one tick; the one that plays when no id is given. False: none such. */
  skip(id?: string, ending?: Ending): boolean;
  /** Ends all of this feature's within one tick; no packet of theirs is sent afterwards. */
  stop(ending?: Ending): void;
  /**
   * Keeps the floor in the pauses of a turn: until what it returns is called, nothing of another feature begins unless
   * that one is more important. What is being said already goes on.
   */
  hold(): () => void;
  /** Id of what plays, if it is this feature's. */
  readonly playing: string | undefined;
  /** Ids of what this feature has waiting. */
  readonly waiting: readonly string[];
}

/** Where a mouth sends its packets. */
export interface RoomSink {
  /** Puts one packet of 20 ms on the wire now. False: nothing was sent, the connection cannot carry it. Never throws. */
  send(packet: OpusPacket): boolean;
  /** Shows the bot as speaking, or not. */
  setSpeaking(on: boolean): void;
}

/** A feature's part of a mouth, until it's given back. */
export interface MouthSeat extends Mouth {
  /** Everything of it ends as `left`, and what is asked for later does at once. Idempotent. */
  close(): void;
}

/** A mouth as its room holds it. */
export interface RoomMouth {
  /** Something plays or waits. */
  readonly busy: boolean;
  seat(feature: RoomFeature): MouthSeat;
  /** The room cannot be heard: nothing is sent and nothing is dropped until `resume`. */
  pause(): void;
  resume(): void;
  /** The room is gone: everything ends as `left`. Idempotent. */
  close(): void;
}

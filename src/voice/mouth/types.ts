import type { OpusPacket } from '../packets/audio.ts';

/**
 * How a playback ended. `finished`: the last packet was heard to its end, `skipped`: it alone was ended, `stopped`:
 * everything was, `left`: the room is gone, `failed`: its packets could not be had.
 */
export type PlaybackEnd = 'finished' | 'skipped' | 'stopped' | 'left' | 'failed';

export interface PlayRequest {
  readonly id: string;
  /** Packets of 20 ms each, as they become available. The mouth ends the iteration when the playback ends. */
  readonly packets: AsyncIterable<OpusPacket>;
  /** `urgent` goes before everything that waits, and interrupts nothing. */
  readonly priority: 'urgent' | 'normal';
}

export interface Playback {
  readonly id: string;
  /** True with the first packet on the wire; false when there will never be one. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  /** Why it failed, once it has. */
  readonly error: unknown;
  /** Milliseconds of it that were sent so far. */
  readonly playedMs: number;
}

/** What a room says: one thing at a time, on the 20 ms clock. */
export interface Mouth {
  play(request: PlayRequest): Playback;
  /** Ends one playback, playing or waiting, within one tick; the one that plays when no id is given. False: none such. */
  skip(id?: string): boolean;
  /** Ends all of them within one tick; no packet of theirs is sent afterwards. */
  stop(): void;
  /** Id of what plays. */
  readonly playing: string | undefined;
  readonly waiting: readonly string[];
}

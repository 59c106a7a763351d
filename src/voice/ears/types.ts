import type { VoiceConnection } from '@discordjs/voice';

/** 20 ms of a speaker: 320 samples of 16-bit mono at 16 kHz. */
export interface HeardFrame {
  readonly userId: string;
  readonly samples: Int16Array;
  /**
   * RTP timestamp of its beginning (48 kHz clock, wraps at 2^32). A person's frames follow each other, with gaps where
   * a long silence was cut short; a new stream continues after the last one.
   */
  readonly rtpTimestamp: number;
  /**
   * `concealed`: guessed by the decoder, after a lost packet or a word that ended without silence. `silence`: the
   * speaker sent nothing.
   */
  readonly kind: 'spoken' | 'concealed' | 'silence';
}

/** What a feature hears in a room, only from people who agreed to be heard by it. */
export interface Ears {
  /** All the people who agreed. Nobody else is heard from now on. */
  allow(userIds: ReadonlySet<string>): void;
  /** Returns a function that stops listening. */
  onFrame(listener: (frame: HeardFrame) => void): () => void;
}

/** Ears, as their room sees them. */
export interface RoomEars extends Ears {
  /**
   * A connection's new networking object, in the same tick and before it has a UDP socket; all speakers start over.
   * After a rejoin it's another connection.
   */
  attach(connection: VoiceConnection): void;
  detach(): void;
  /** The person left the channel. */
  forget(userId: string): void;
  /**
   * Called if someone can't be decrypted although the session was restarted, and when it works again. Returns a
   * function that stops listening.
   */
  onDeafness(listener: (deaf: boolean) => void): () => void;
  /** Idempotent. */
  close(): void;
}

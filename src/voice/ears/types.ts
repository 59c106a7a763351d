import type { VoiceConnection } from '@discordjs/voice';

/** 20 ms of one speaker: 320 samples of 16-bit mono at 16 kHz. */
export interface HeardFrame {
  readonly userId: string;
  readonly samples: Int16Array;
  /**
   * RTP timestamp of its beginning (48 kHz clock, wraps at 2^32). Each frame of a person begins where the one before
   * ended, or later where a long silence was cut short; a new stream of theirs goes on where the last one ended.
   */
  readonly rtpTimestamp: number;
  /**
   * `concealed`: guessed by the decoder, where a packet was lost or a word ended without silence. `silence`: the speaker
   * sent nothing.
   */
  readonly kind: 'spoken' | 'concealed' | 'silence';
}

/** What a feature hears in a room, of those who agreed to be heard by it and of nobody else. */
export interface Ears {
  /** All the people who agreed; nobody else is heard from this moment on. */
  allow(userIds: ReadonlySet<string>): void;
  /** Returns how to stop listening. */
  onFrame(listener: (frame: HeardFrame) => void): () => void;
}

/** Ears as their room holds them. */
export interface RoomEars extends Ears {
  /**
   * A new networking object of a connection, in the tick in which it was made and before it has a UDP socket; all
   * speakers start over. The connection is another one after a rejoin.
   */
  attach(connection: VoiceConnection): void;
  detach(): void;
  /** That person left the channel. */
  forget(userId: string): void;
  /**
   * Told when someone speaks and cannot be decrypted although the session was restarted, and when it works again.
   * Returns how to stop listening.
   */
  onDeafness(listener: (deaf: boolean) => void): () => void;
  /** Idempotent. */
  close(): void;
}

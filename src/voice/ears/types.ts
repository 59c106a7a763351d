/** 20 ms of one speaker: 320 samples of 16-bit mono at 16 kHz. */
export interface HeardFrame {
  readonly userId: string;
  readonly samples: Int16Array;
  /** RTP timestamp of its beginning (48 kHz clock, wraps at 2^32). */
  readonly rtpTimestamp: number;
  /** `concealed`: a lost packet, guessed by the decoder. `silence`: the speaker sent nothing meanwhile. */
  readonly kind: 'spoken' | 'concealed' | 'silence';
}

/** What a room hears, of those who agreed to be heard and of nobody else. */
export interface Ears {
  /** The people who agreed, as a whole; whoever is not among them is not decoded from this moment on. */
  allow(userIds: ReadonlySet<string>): void;
  /** Returns how to stop listening. */
  onFrame(listener: (frame: HeardFrame) => void): () => void;
}

/** Turns samples into one continuous stream of a format. */
export interface AudioEncoder {
  /** Bytes that are ready after these samples (16-bit mono); may be empty. */
  encode(samples: Int16Array): Promise<Uint8Array>;
  /** The rest of the stream. */
  finish(): Promise<Uint8Array>;
  /** Idempotent; nothing is encoded afterwards. */
  close(): void;
}

/** What a stream is to be. */
export interface StreamSettings {
  readonly sampleRateHz: number;
  readonly bitRateKbps: number;
  /** Milliseconds of one Opus packet: 2.5, 5, 10, 20, 40 or 60. */
  readonly packetMs: number;
  /** A number that follows from the request; the Ogg serial number. */
  readonly serial: number;
  /** Text of the watermark, when it is wanted (document 2 A, `enable_aigc_tag`). */
  readonly aigcTag: string | undefined;
}

import { inputBytesPerMs } from '../../service/realtime/audio.ts';

/** What somebody says while no session can hear it yet, oldest first. Beyond a length the oldest is dropped. */
export class KeptWords {
  readonly #longestMs: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  get lengthMs(): number {
    return this.#bytes / inputBytesPerMs;
  }

  /** Returns how many milliseconds were dropped for it. */
  add(pcm: Uint8Array): number {
    this.#chunks.push(pcm);
    this.#bytes += pcm.length;
    let dropped = 0;
    while (this.lengthMs > this.#longestMs) dropped += this.take()?.length ?? 0;
    return dropped / inputBytesPerMs;
  }

  take(): Uint8Array | undefined {
    const chunk = this.#chunks.shift();
    this.#bytes -= chunk?.length ?? 0;
    return chunk;
  }

  clear(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }
}

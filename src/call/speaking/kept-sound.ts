import { outputBytesPerMs } from '../../service/realtime/audio.ts';

/**
 * 24 kHz mono PCM as it arrives, which is faster than it's played. It can be read from any point that's still kept, so
 * that an interrupted answer can go on where it stopped.
 */
export class KeptSound {
  #chunks: Uint8Array[] = [];
  /** Positions of the first byte that's still kept, and after the last one. */
  #from = 0;
  #until = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  get totalMs(): number {
    return this.#until / outputBytesPerMs;
  }

  add(pcm: Uint8Array): void {
    if (this.#ended || pcm.length === 0) return;
    this.#chunks.push(pcm);
    this.#until += pcm.length;
    this.#wake?.();
  }

  /** No more is coming. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Nobody needs it any more. */
  close(): void {
    this.forget(this.totalMs);
    this.end();
  }

  /** Anything before this point isn't needed any more. */
  forget(beforeMs: number): void {
    for (let first = this.#chunks[0]; first; first = this.#chunks[0]) {
      if (this.#from + first.length > beforeMs * outputBytesPerMs) return;
      this.#chunks.shift();
      this.#from += first.length;
    }
  }

  /** Everything from this point on, waiting for what's still to come. */
  async *playFrom(startMs: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = startMs * outputBytesPerMs; ; ) {
      const piece = this.#pieceAt(at);
      if (piece) {
        at += piece.length;
        yield piece;
      } else if (this.#ended) return;
      else await this.#more();
    }
  }

  /** Part of it as samples; undefined if some of it is missing. */
  samples(startMs: number, durationMs: number): Int16Array | undefined {
    const bytes = new Uint8Array(durationMs * outputBytesPerMs);
    for (let filled = 0; filled < bytes.length; ) {
      const piece = this.#pieceAt(startMs * outputBytesPerMs + filled)?.subarray(0, bytes.length - filled);
      if (!piece) return undefined;
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return new Int16Array(bytes.buffer);
  }

  #pieceAt(position: number): Uint8Array | undefined {
    let from = this.#from;
    for (const chunk of this.#chunks) {
      if (position >= from && position < from + chunk.length) return chunk.subarray(position - from);
      from += chunk.length;
    }
    return undefined;
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

import { type FileHandle, open } from 'node:fs/promises';

/** What the service hears (field notes 3): 16-bit little-endian mono. */
export const soundRateHz = 16_000;
export const soundBytesPerMs = (soundRateHz / 1_000) * 2;

/** Written at once: two seconds. */
const pieceBytes = 2_000 * soundBytesPerMs;
/** Quieter than this at its loudest, nobody can be heard in it: about -50 dB. */
const silentBelow = 100;

/** Where decoded sound goes: a file that grows in pieces, up to a limit. */
export class SoundSink {
  readonly #path: string;
  readonly #mostBytes: number;
  readonly #piece = Buffer.alloc(pieceBytes);
  #file: FileHandle | undefined;
  #held = 0;
  #bytes = 0;
  #loudest = 0;
  /** Half a sample, when a piece was cut in the middle of one. */
  #half: number | undefined;

  constructor(path: string, mostMs: number) {
    this.#path = path;
    this.#mostBytes = mostMs * soundBytesPerMs;
  }

  get ms(): number {
    return Math.ceil(this.#bytes / soundBytesPerMs);
  }

  get silent(): boolean {
    return this.#loudest < silentBelow;
  }

  /** There was more of it than the limit. */
  get full(): boolean {
    return this.#bytes > this.#mostBytes;
  }

  async write(samples: Int16Array): Promise<void> {
    for (const sample of samples) {
      if (this.full) return;
      this.#loudest = Math.max(this.#loudest, Math.abs(sample));
      this.#held = this.#piece.writeInt16LE(sample, this.#held);
      this.#bytes += 2;
      if (this.#held === pieceBytes) await this.#flush();
    }
  }

  /** The same for bytes that can end in the middle of a sample. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    const [first = 0] = bytes;
    const begins = this.#half === undefined ? 0 : 1;
    if (this.#half !== undefined && bytes.length > 0) {
      await this.write(Int16Array.of((((first << 8) | this.#half) << 16) >> 16));
      this.#half = undefined;
    }
    const view = Buffer.from(bytes.buffer, bytes.byteOffset + begins, Math.max(0, bytes.length - begins));
    const samples = new Int16Array(view.length >> 1);
    for (let index = 0; index < samples.length; index += 1) samples[index] = view.readInt16LE(index * 2);
    await this.write(samples);
    if (view.length % 2 === 1) this.#half = view[view.length - 1];
  }

  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#file?.close();
      this.#file = undefined;
    }
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.#path, 'w', 0o600);
    await this.#file.writeFile(this.#piece.subarray(0, this.#held));
    this.#held = 0;
  }
}

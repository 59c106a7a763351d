import { sampleRateHz } from './audio-format.ts';

const headerBytes = 44;

/** The last so many seconds of mono sound. */
export class Recording {
  readonly #mostSamples: number;
  #pieces: Float32Array[] = [];
  #kept = 0;

  constructor(seconds: number) {
    this.#mostSamples = seconds * sampleRateHz;
  }

  add(piece: Float32Array): void {
    this.#pieces.push(piece);
    this.#kept += piece.length;
    while (this.#kept - (this.#pieces[0]?.length ?? 0) >= this.#mostSamples)
      this.#kept -= this.#pieces.shift()?.length ?? 0;
  }

  clear(): void {
    this.#pieces = [];
    this.#kept = 0;
  }

  /** A WAV file of 16 bits, mono, 48 kHz. */
  wav(): Uint8Array<ArrayBuffer> {
    const file = new Uint8Array(headerBytes + this.#kept * 2);
    const view = new DataView(file.buffer);
    const text = (at: number, letters: string): void => {
      for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
    };
    text(0, 'RIFF');
    view.setUint32(4, file.length - 8, true);
    text(8, 'WAVEfmt ');
    view.setUint32(16, 16, true);
    view.setUint16(20, 1, true);
    view.setUint16(22, 1, true);
    view.setUint32(24, sampleRateHz, true);
    view.setUint32(28, sampleRateHz * 2, true);
    view.setUint16(32, 2, true);
    view.setUint16(34, 16, true);
    text(36, 'data');
    view.setUint32(40, this.#kept * 2, true);
    let at = headerBytes;
    for (const piece of this.#pieces) {
      for (const sample of piece) {
        view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
        at += 2;
      }
    }
    return file;
  }
}

import { frameSamples } from './audio-format.ts';

/** Cuts mono sound that comes in pieces of any length into frames of 20 ms. */
export class Frames {
  readonly #onFrame: (frame: Float32Array<ArrayBuffer>) => void;
  #frame = new Float32Array(frameSamples);
  #filled = 0;

  constructor(onFrame: (frame: Float32Array<ArrayBuffer>) => void) {
    this.#onFrame = onFrame;
  }

  add(samples: Float32Array): void {
    for (let taken = 0; taken < samples.length; ) {
      const part = samples.subarray(taken, taken + frameSamples - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled < frameSamples) return;
      const full = this.#frame;
      this.#frame = new Float32Array(frameSamples);
      this.#filled = 0;
      this.#onFrame(full);
    }
  }
}

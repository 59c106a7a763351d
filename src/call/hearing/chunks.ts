import { heardRateHz } from '../../voice/packets/audio.ts';

/** One append: 100 ms (field notes 3). */
const chunkSamples = heardRateHz / 10;

/** One person's samples, given on as soon as there are enough for an append. */
export class Chunks {
  readonly #give: (pcm: Uint8Array) => void;
  #samples = new Int16Array(chunkSamples);
  #count = 0;

  constructor(give: (pcm: Uint8Array) => void) {
    this.#give = give;
  }

  add(samples: Int16Array): void {
    for (let from = 0; from < samples.length; ) {
      const some = samples.subarray(from, from + chunkSamples - this.#count);
      this.#samples.set(some, this.#count);
      this.#count += some.length;
      from += some.length;
      if (this.#count === chunkSamples) this.giveRest();
    }
  }

  /** A short one, by the speaker's own clock. */
  addSilence(durationMs: number): void {
    this.add(new Int16Array(Math.round((durationMs * heardRateHz) / 1_000)));
  }

  giveRest(): void {
    const rest = this.#samples.subarray(0, this.#count);
    if (rest.length === 0) return;
    this.forgetRest();
    this.#give(new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength));
  }

  forgetRest(): void {
    this.#samples = new Int16Array(chunkSamples);
    this.#count = 0;
  }
}

/** One point of an envelope: 10 ms. */
export const pointMs = 10;

/** The borders between bands, in Hz: voice, vowels, and hissing. */
const bordersHz = [600, 1_800] as const;
export const bands = [0, 1, 2] as const;

/**
 * The loudness of a sound in three bands, in steps of 10 ms, for as long as it's remembered, and as it would be with a
 * room around it that goes on sounding for so long.
 */
export class Envelope {
  readonly #points: readonly Float32Array[];
  readonly #size: number;
  readonly #capacity: number;
  readonly #keep: readonly number[];
  readonly #low = [0, 0];
  /** How much of a sound's power is left after 10 ms. */
  readonly #left: number;
  readonly #powers = [0, 0, 0];
  #end = 0;

  constructor(capacity: number, rateHz: number, smearMs = 0) {
    this.#capacity = capacity;
    this.#size = (rateHz * pointMs) / 1000;
    this.#points = bands.map(() => new Float32Array(capacity));
    this.#keep = bordersHz.map((borderHz) => 1 - Math.exp((-2 * Math.PI * borderHz) / rateHz));
    this.#left = smearMs === 0 ? 0 : Math.exp((-2 * pointMs) / smearMs);
  }

  get length(): number {
    return Math.min(this.#end, this.#capacity);
  }

  add(samples: Int16Array): void {
    for (let at = 0; at + this.#size <= samples.length; at += this.#size) this.#addPoint(samples, at);
  }

  /** The `index`th of the `count` points in a band that ended `back` points ago, oldest first. */
  point(band: number, index: number, back: number, count: number): number {
    return this.#points[band]?.[(this.#end - back - count + index) % this.#capacity] ?? 0;
  }

  /** Over all bands. */
  mean(back: number, count: number): number {
    let sum = 0;
    for (const band of bands)
      for (let index = 0; index < count; index += 1) sum += this.point(band, index, back, count);
    return sum / (count * bands.length);
  }

  #addPoint(samples: Int16Array, at: number): void {
    const sums = [0, 0, 0];
    let [below = 0, middle = 0] = this.#low;
    const [keepBelow = 0, keepMiddle = 0] = this.#keep;
    for (let index = at; index < at + this.#size; index += 1) {
      const sample = samples[index] ?? 0;
      below += (sample - below) * keepBelow;
      middle += (sample - middle) * keepMiddle;
      sums[0] = (sums[0] ?? 0) + Math.abs(below);
      sums[1] = (sums[1] ?? 0) + Math.abs(middle - below);
      sums[2] = (sums[2] ?? 0) + Math.abs(sample - middle);
    }
    this.#low[0] = below;
    this.#low[1] = middle;
    for (const band of bands) {
      const points = this.#points[band];
      const power = ((sums[band] ?? 0) / this.#size) ** 2 + (this.#powers[band] ?? 0) * this.#left;
      this.#powers[band] = power;
      if (points) points[this.#end % this.#capacity] = Math.log1p(Math.sqrt(power));
    }
    this.#end += 1;
  }
}

/** What sound is brought to before it's looked at: a voice is told by what's below 4 kHz. */
const rateHz = 8_000;
/** One point: 10 ms. */
export const pointMs = 10;
const hop = (rateHz * pointMs) / 1_000;
/** 32 ms are looked at together. */
const size = 256;
const half = size / 2;
/** The borders between bands, in Hz: closer where vowels are told apart. */
const bordersHz = [150, 300, 450, 620, 820, 1_050, 1_350, 1_750, 2_250, 2_900, 3_700];
export const bandCount = bordersHz.length - 1;

const bins = bordersHz.map((borderHz) => Math.round((borderHz * size) / rateHz));
const hann = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
const cosines = Float64Array.from({ length: size }, (_, at) => Math.cos((2 * Math.PI * at) / size));
const sines = Float64Array.from({ length: size }, (_, at) => Math.sin((2 * Math.PI * at) / size));
const reversed = Uint8Array.from({ length: half }, (_, at) => {
  let to = 0;
  for (let bit = 1; bit < half; bit <<= 1) to = (to << 1) | (at & bit ? 1 : 0);
  return to;
});
const real = new Float64Array(half);
const imaginary = new Float64Array(half);

/** The power of a sound in ten bands, every 10 ms. */
export class Spectrum {
  readonly #perSample: number;
  readonly #sound = new Float64Array(size);
  readonly #powers = new Float64Array(bandCount);

  constructor(ofRateHz: number) {
    this.#perSample = ofRateHz / rateHz;
  }

  /** How many samples make a point. */
  get pointSamples(): number {
    return hop * this.#perSample;
  }

  /** The next 10 ms, from there on. What's returned is valid until the next call. */
  addPoint(samples: Int16Array, from: number): Float64Array {
    const sound = this.#sound;
    sound.copyWithin(0, hop);
    for (let index = 0, at = from; index < hop; index += 1) {
      let sum = 0;
      for (const end = at + this.#perSample; at < end; at += 1) sum += samples[at] ?? 0;
      sound[size - hop + index] = sum / this.#perSample;
    }
    this.#measure();
    return this.#powers;
  }

  /** Two real samples go in as one complex number, which halves the work. */
  #measure(): void {
    const sound = this.#sound;
    for (let index = 0; index < half; index += 1) {
      const to = reversed[index] ?? 0;
      real[to] = (sound[2 * index] ?? 0) * (hann[2 * index] ?? 0);
      imaginary[to] = (sound[2 * index + 1] ?? 0) * (hann[2 * index + 1] ?? 0);
    }
    transform();
    for (let band = 0; band < bandCount; band += 1) {
      const [from, to] = [bins[band] ?? 0, bins[band + 1] ?? 0];
      let sum = 0;
      for (let bin = from; bin < to; bin += 1) sum += powerAt(bin);
      this.#powers[band] = sum / (size * (to - from));
    }
  }
}

/** A fast Fourier transform of what's in `real` and `imaginary`, whose order is reversed already. */
function transform(): void {
  for (let length = 2; length <= half; length <<= 1) {
    const step = size / length;
    const middle = length >> 1;
    for (let start = 0; start < half; start += length)
      for (let index = 0; index < middle; index += 1) {
        const turnX = cosines[index * step] ?? 0;
        const turnY = -(sines[index * step] ?? 0);
        const one = start + index;
        const other = one + middle;
        const x = (real[other] ?? 0) * turnX - (imaginary[other] ?? 0) * turnY;
        const y = (real[other] ?? 0) * turnY + (imaginary[other] ?? 0) * turnX;
        real[other] = (real[one] ?? 0) - x;
        imaginary[other] = (imaginary[one] ?? 0) - y;
        real[one] = (real[one] ?? 0) + x;
        imaginary[one] = (imaginary[one] ?? 0) + y;
      }
  }
}

/** Of the real sound, at a bin between 0 and its middle. */
function powerAt(bin: number): number {
  const mirror = half - bin;
  const [x, y] = [real[bin] ?? 0, imaginary[bin] ?? 0];
  const [mirrorX, mirrorY] = [real[mirror] ?? 0, imaginary[mirror] ?? 0];
  const [evenX, evenY] = [(x + mirrorX) / 2, (y - mirrorY) / 2];
  const [oddX, oddY] = [(y + mirrorY) / 2, (mirrorX - x) / 2];
  const [turnX, turnY] = [cosines[bin] ?? 0, -(sines[bin] ?? 0)];
  const sumX = evenX + oddX * turnX - oddY * turnY;
  const sumY = evenY + oddX * turnY + oddY * turnX;
  return sumX * sumX + sumY * sumY;
}

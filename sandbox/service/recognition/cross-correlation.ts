/** The spectrum of a real sound, padded with silence to a power of two. */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export function spectrumOf(samples: Float32Array, size: number): Spectrum {
  const re = new Float64Array(size);
  re.set(samples);
  const im = new Float64Array(size);
  transform(re, im);
  return { re, im };
}

/** The next power of two that holds both, so that nothing wraps around into something else. */
export function sizeFor(one: number, other: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, one + other)));
}

/**
 * The products of a sound with two others at every shift; at index `size - k` that of a shift by `-k`. The first as real
 * part, the second as imaginary part: one transform does for both.
 */
export function productsOf(audio: Spectrum, one: Spectrum, other: Spectrum): Spectrum {
  const size = audio.re.length;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let index = 0; index < size; index += 1) {
    const a = audio.re[index] as number;
    const b = audio.im[index] as number;
    const c = one.re[index] as number;
    const d = one.im[index] as number;
    const e = other.re[index] as number;
    const f = other.im[index] as number;
    // Each with the conjugate of its sound, the second times i; the whole conjugated, so that the same transform leads back.
    re[index] = a * c + b * d - (b * e - a * f);
    im[index] = -(b * c - a * d + (a * e + b * f));
  }
  transform(re, im);
  return { re: re.map((value) => value / size), im: im.map((value) => -value / size) };
}

/** Cooley and Tukey's, in place. Plain loops: this is where a recogniser spends its time. */
function transform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let index = 1, mirrored = 0; index < size; index += 1) {
    let bit = size >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (index >= mirrored) continue;
    swap(re, index, mirrored);
    swap(im, index, mirrored);
  }
  const { cosines, sines } = turnsOf(size);
  for (let length = 2; length <= size; length *= 2) {
    const half = length >> 1;
    const stride = size / length;
    for (let start = 0; start < size; start += length) {
      for (let offset = 0; offset < half; offset += 1) {
        const cosine = cosines[offset * stride] as number;
        const sine = sines[offset * stride] as number;
        const here = start + offset;
        const there = here + half;
        const x = re[there] as number;
        const y = im[there] as number;
        const turnedX = x * cosine - y * sine;
        const turnedY = x * sine + y * cosine;
        re[there] = (re[here] as number) - turnedX;
        im[there] = (im[here] as number) - turnedY;
        re[here] = (re[here] as number) + turnedX;
        im[here] = (im[here] as number) + turnedY;
      }
    }
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const kept = values[one] as number;
  values[one] = values[other] as number;
  values[other] = kept;
}

interface Turns {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

const turnsBySize = new Map<number, Turns>();

function turnsOf(size: number): Turns {
  const known = turnsBySize.get(size);
  if (known) return known;
  const angle = (-2 * Math.PI) / size;
  const turns = {
    cosines: Float64Array.from({ length: size / 2 }, (_, index) => Math.cos(angle * index)),
    sines: Float64Array.from({ length: size / 2 }, (_, index) => Math.sin(angle * index)),
  };
  turnsBySize.set(size, turns);
  return turns;
}

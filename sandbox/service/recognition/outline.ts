import { type Spectrum, spectrumOf } from './cross-correlation.ts';

/** The outline of a sound, at 1 kHz: enough to see where it may be, and a sixteenth of the work again. */
export const outlineStep = 4;

const spectra = new WeakMap<Float32Array, Spectrum>();
const outlines = new WeakMap<Float32Array, Float32Array>();

/** The same sound's is needed again and again, mostly in the same size. */
export function outlineSpectrum(outline: Float32Array, size: number): Spectrum {
  const known = spectra.get(outline);
  if (known?.re.length === size) return known;
  const spectrum = spectrumOf(outline, size);
  spectra.set(outline, spectrum);
  return spectrum;
}

export function knownOutline(coarse: Float32Array): Float32Array {
  const outline = outlines.get(coarse) ?? outlineOf(coarse);
  outlines.set(coarse, outline);
  return outline;
}

export function outlineOf(coarse: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.floor(coarse.length / outlineStep) }, (_, at) => {
    let sum = 0;
    for (let index = at * outlineStep; index < (at + 1) * outlineStep; index += 1) sum += coarse[index] ?? 0;
    return sum / outlineStep;
  });
}

/** How much energy there is before each sample. */
export function energyOf(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (let index = 0; index < samples.length; index += 1)
    sums[index + 1] = (sums[index] ?? 0) + (samples[index] ?? 0) ** 2;
  return sums;
}

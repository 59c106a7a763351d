const zeroCrossings = 12;

/** Band-limited (windowed sinc); at the same rate the samples themselves. */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples;
  const length = Math.round((samples.length * toHz) / fromHz);
  const step = fromHz / toHz;
  const cutoff = Math.min(1, toHz / fromHz);
  const reach = Math.ceil(zeroCrossings / cutoff);
  const phases = kernels(fromHz, toHz, cutoff, reach);
  const result = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    const kernel = phases[at % phases.length];
    if (!kernel) continue;
    const first = Math.floor(at * step) - reach + 1;
    let sum = 0;
    // Reading outside of an array is what costs most of it.
    const end = Math.min(kernel.length, samples.length - first);
    for (let tap = Math.max(0, -first); tap < end; tap += 1) {
      sum += (samples[first + tap] ?? 0) * (kernel[tap] ?? 0);
    }
    result[at] = sum;
  }
  return result;
}

/** One kernel for each position that an output sample can have between two input samples; they repeat. */
function kernels(fromHz: number, toHz: number, cutoff: number, reach: number): readonly Float32Array[] {
  const count = toHz / gcd(fromHz, toHz);
  return Array.from({ length: count }, (_, phase) => {
    const offset = ((phase * fromHz) / toHz) % 1;
    return Float32Array.from({ length: reach * 2 }, (_tap, tap) => {
      const x = tap - reach + 1 - offset;
      return cutoff * sinc(x * cutoff) * window(x / reach);
    });
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function window(x: number): number {
  return Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

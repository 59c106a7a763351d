const quietestDb = -60;

/** Root mean square of samples between -1 and 1. */
export function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** Loudness for a meter: 0 at −60 dB of full scale and below, 1 at full scale. */
export function meterLevel(amplitude: number): number {
  if (amplitude <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(amplitude)) / quietestDb));
}

import type { MonoSound } from './wave-file.ts';

const sampleRateHz = 48_000;

/** A tone, followed by silence. */
export function tone(frequencyHz: number, { onMs, offMs }: { onMs: number; offMs: number }): MonoSound {
  const on = (onMs * sampleRateHz) / 1000;
  const samples = new Int16Array(on + (offMs * sampleRateHz) / 1000);
  for (let at = 0; at < on; at += 1)
    samples[at] = Math.round(12_000 * Math.sin((2 * Math.PI * frequencyHz * at) / sampleRateHz));
  return { sampleRateHz, samples };
}

/** Amplitude of one frequency in the loudest 100 ms of a sound, by Goertzel's method; 16-bit units. */
export function amplitudeOf({ sampleRateHz: rateHz, samples }: MonoSound, frequencyHz: number): number {
  const length = rateHz / 10;
  let loudest = 0;
  for (let start = 0; start + length <= samples.length; start += length)
    loudest = Math.max(loudest, goertzel(samples.subarray(start, start + length), frequencyHz / rateHz));
  return loudest;
}

function goertzel(samples: Int16Array, cyclesPerSample: number): number {
  const turn = 2 * Math.cos(2 * Math.PI * cyclesPerSample);
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample + turn * last - before, last];
  return (2 * Math.sqrt(last * last + before * before - turn * last * before)) / samples.length;
}

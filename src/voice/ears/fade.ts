import { heardRateHz } from '../packets/audio.ts';

/** Long enough not to click, short enough to leave a consonant as it is. */
const fadeInSamples = (heardRateHz / 1_000) * 5;

/** @param step which of the `steps` frames over which sound fades away, from 0 */
export function fadedOut(samples: Int16Array, step: number, steps: number): Int16Array {
  const length = samples.length * steps;
  return samples.map((sample, index) => sample * (1 - (step * samples.length + index + 1) / length));
}

/** The beginning of sound behind a silence that was not the speaker's. */
export function fadedIn(samples: Int16Array): Int16Array {
  return samples.map((sample, index) => (index < fadeInSamples ? (sample * index) / fadeInSamples : sample));
}

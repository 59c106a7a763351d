import { createHash } from 'node:crypto';

/**
 * A sound that changes as speech does: syllables of harmonics that rise and fall, with pauses. The same seed gives the same
 * sound, another one another.
 */
export function babble(durationMs: number, sampleRateHz: number, seed: number): Int16Array {
  const random = numbersFrom(seed);
  const samples = new Int16Array(Math.round((durationMs * sampleRateHz) / 1_000));
  for (let start = 0; start < samples.length; ) {
    const length = Math.round((0.08 + 0.14 * random()) * sampleRateHz);
    const pitchHz = 110 + 140 * random();
    const strengths = Array.from({ length: 8 }, () => random() ** 2);
    const bend = 0.2 * (random() - 0.5);
    syllable(samples.subarray(start, start + length), { length, sampleRateHz, pitchHz, strengths, bend });
    start += length + Math.round(0.06 * random() * sampleRateHz);
  }
  return samples;
}

interface Syllable {
  readonly length: number;
  readonly sampleRateHz: number;
  readonly pitchHz: number;
  readonly strengths: readonly number[];
  /** By which share the pitch moves. */
  readonly bend: number;
}

function syllable(into: Int16Array, { length, sampleRateHz, pitchHz, strengths, bend }: Syllable): void {
  const whole = strengths.reduce((sum, one) => sum + one, 0.1);
  let phase = 0;
  for (let index = 0; index < into.length; index += 1) {
    const progress = index / length;
    phase += (2 * Math.PI * pitchHz * (1 + bend * progress)) / sampleRateHz;
    const voice = strengths.reduce(
      (sum, strength, harmonic) => sum + strength * Math.sin((harmonic + 1) * phase),
      0,
    );
    into[index] = Math.round((12_000 * Math.sin(Math.PI * progress) * voice) / whole);
  }
}

/** Numbers from 0 to 1 that follow from a seed. */
function numbersFrom(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}

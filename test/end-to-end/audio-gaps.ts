import { compareSound } from '../../sandbox/test/support/audio-compare.ts';

const rateHz = 16_000;
const blockMs = 20;
const blockSamples = (rateHz * blockMs) / 1_000;
/** What may be left of a block that a codec and a little loss around it have changed. */
const alikeEnough = 0.5;
/** Quieter blocks say nothing. */
const soundingShare = 0.1;
const searchSamples = 16;

export interface Gap {
  /** In the reference. */
  readonly atMs: number;
  readonly lengthMs: number;
}

/** Stretches of a reference that aren't where they should be in what was heard; both are 16 kHz mono. */
export function gapsIn(reference: Int16Array, heard: Int16Array): readonly Gap[] {
  const { lagMs } = compareSound(
    { samples: reference, sampleRateHz: rateHz },
    { samples: heard, sampleRateHz: rateHz },
  );
  const lag = Math.round((lagMs * rateHz) / 1_000);
  const blocks = Math.floor(reference.length / blockSamples);
  const energies = Array.from({ length: blocks }, (_, block) => energyOf(reference, block * blockSamples));
  const least = Math.max(...energies) * soundingShare ** 2;
  const gaps: { atMs: number; lengthMs: number }[] = [];
  for (let block = 0; block < blocks; block += 1) {
    if ((energies[block] ?? 0) < least || isThere(reference, heard, block * blockSamples, lag)) continue;
    const atMs = block * blockMs;
    const last = gaps.at(-1);
    if (last && last.atMs + last.lengthMs === atMs) last.lengthMs += blockMs;
    else gaps.push({ atMs, lengthMs: blockMs });
  }
  return gaps;
}

function energyOf(samples: Int16Array, start: number): number {
  let sum = 0;
  for (let index = start; index < start + blockSamples; index += 1) sum += (samples[index] ?? 0) ** 2;
  return sum;
}

function isThere(reference: Int16Array, heard: Int16Array, start: number, lag: number): boolean {
  for (let shift = -searchSamples; shift <= searchSamples; shift += 2) {
    let [own, other, both] = [0, 0, 0];
    for (let index = start; index < start + blockSamples; index += 1) {
      const x = reference[index] ?? 0;
      const y = heard[index + lag + shift] ?? 0;
      own += x * x;
      other += y * y;
      both += x * y;
    }
    if (own * other > 0 && both / Math.sqrt(own * other) >= alikeEnough) return true;
  }
  return false;
}

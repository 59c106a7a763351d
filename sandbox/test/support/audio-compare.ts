/** How what was heard relates to what was said. */
export interface Likeness {
  /** Normalized, at the best lag, over the whole reference: 1 is the same up to loudness. What is missing lowers it. */
  readonly correlation: number;
  /** Where the reference begins in what was heard; negative when its head is missing. */
  readonly lagMs: number;
  /** Sound of the reference that was not heard, before and after what was. */
  readonly missingHeadMs: number;
  readonly missingTailMs: number;
}

export interface Sound {
  readonly samples: Int16Array;
  readonly sampleRateHz: 16_000 | 24_000 | 48_000;
}

const rateHz = 8_000;
const blockMs = 10;
const blockSamples = (rateHz * blockMs) / 1_000;
/** A block sounds when it is louder than this share of the loudest one. */
const soundingShare = 0.05;
const heardCorrelation = 0.5;
const candidates = 3;
const samplesForRanking = 8_000;

/**
 * Finds the reference in what was heard. Both are brought to 8 kHz; the lag is found on loudness first (10 ms blocks), then
 * to the sample. Meant for speech and other sounds that change: a steady tone fits everywhere.
 */
export function compareSound(reference: Sound, heard: Sound): Likeness {
  const said = at8Khz(reference);
  const got = at8Khz(heard);
  const best = bestLag(said, got);
  const sounding = soundingBlocks(said);
  const present = sounding.filter((block) => {
    const start = block * blockSamples;
    return correlationAt(said, got, best.lag, start, start + blockSamples) > heardCorrelation;
  });
  const firstHeard = present.at(0);
  const lastHeard = present.at(-1);
  const missing = (blocks: readonly number[]) => blocks.length * blockMs;
  return {
    correlation: best.correlation,
    lagMs: (best.lag * 1_000) / rateHz,
    missingHeadMs: missing(sounding.filter((block) => firstHeard === undefined || block < firstHeard)),
    missingTailMs: missing(sounding.filter((block) => lastHeard === undefined || block > lastHeard)),
  };
}

/** Root mean square, 0 to 32,767. */
export function loudness(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** One sound is compared with many others, and again and again until it's whole. */
const known = new WeakMap<Int16Array, { readonly fromHz: number; readonly made: Float64Array }>();

function at8Khz(sound: Sound): Float64Array {
  const before = known.get(sound.samples);
  if (before?.fromHz === sound.sampleRateHz) return before.made;
  const made = madeAt8Khz(sound);
  known.set(sound.samples, { fromHz: sound.sampleRateHz, made });
  return made;
}

/** Averages over each new sample's span and a little around it, which takes away most of what 8 kHz cannot hold. */
function madeAt8Khz({ samples, sampleRateHz }: Sound): Float64Array {
  const step = sampleRateHz / rateHz;
  const result = new Float64Array(Math.floor(samples.length / step));
  for (let index = 0; index < result.length; index += 1) {
    const from = Math.max(0, index * step - (step >> 1));
    const to = Math.min(samples.length, index * step + step + (step >> 1));
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += samples[at] ?? 0;
    result[index] = sum / (to - from);
  }
  return result;
}

function bestLag(
  said: Float64Array,
  got: Float64Array,
): { readonly lag: number; readonly correlation: number } {
  const rough = roughLags(blockLoudness(said), blockLoudness(got));
  const near = rough.flatMap((roughLag) =>
    Array.from({ length: 4 * blockSamples + 1 }, (_, index) => (roughLag - 2) * blockSamples + index),
  );
  // A part of the samples tells which lags can be the best at all: whole stories are compared, again and again.
  const step = Math.max(1, Math.floor(said.length / samplesForRanking));
  const ranked = near
    .map((lag) => ({ lag, score: correlationAt(said, got, lag, 0, said.length, step) }))
    .sort((left, right) => right.score - left.score);
  let best = { lag: 0, correlation: 0 };
  for (const { lag } of ranked.slice(0, candidates * 4)) {
    const correlation = correlationAt(said, got, lag, 0, said.length);
    if (correlation > best.correlation) best = { lag, correlation };
  }
  return best;
}

/** The lags, in blocks, at which the loudness fits best. */
function roughLags(said: Float64Array, got: Float64Array): readonly number[] {
  const scores: { readonly lag: number; readonly score: number }[] = [];
  for (let lag = -said.length + 1; lag < got.length; lag += 1)
    scores.push({ lag, score: correlationAt(said, got, lag, 0, said.length) });
  scores.sort((left, right) => right.score - left.score);
  return scores.slice(0, candidates).map(({ lag }) => lag);
}

/**
 * Of `said` from `from` to `to` with what stands `lag` later in `got`; outside of it there is silence. Looks at every `step`th
 * sample.
 */
function correlationAt(
  said: Float64Array,
  got: Float64Array,
  lag: number,
  from: number,
  to: number,
  step = 1,
): number {
  const end = Math.min(to, said.length);
  const [firstBoth, lastBoth] = [Math.max(from, -lag), Math.min(end, got.length - lag)];
  let product = 0;
  let saidPower = 0;
  let gotPower = 0;
  for (let index = from; index < firstBoth && index < end; index += step)
    saidPower += (said[index] ?? 0) ** 2;
  for (let index = firstBoth; index < lastBoth; index += step) {
    const left = said[index] ?? 0;
    const right = got[index + lag] ?? 0;
    product += left * right;
    saidPower += left * left;
    gotPower += right * right;
  }
  for (let index = Math.max(firstBoth, lastBoth); index < end; index += step)
    saidPower += (said[index] ?? 0) ** 2;
  return saidPower === 0 || gotPower === 0 ? 0 : product / Math.sqrt(saidPower * gotPower);
}

/** Loudness of each block. */
function blockLoudness(samples: Float64Array): Float64Array {
  const blocks = new Float64Array(Math.ceil(samples.length / blockSamples));
  for (let block = 0; block < blocks.length; block += 1) {
    let sum = 0;
    for (let index = block * blockSamples; index < (block + 1) * blockSamples; index += 1)
      sum += (samples[index] ?? 0) ** 2;
    blocks[block] = Math.sqrt(sum / blockSamples);
  }
  return blocks;
}

function soundingBlocks(samples: Float64Array): readonly number[] {
  const loud = blockLoudness(samples);
  const threshold = soundingShare * loud.reduce((most, one) => Math.max(most, one), 0);
  return [...loud.keys()].filter((block) => (loud[block] ?? 0) > threshold);
}

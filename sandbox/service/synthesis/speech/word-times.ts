import type { SpokenWord } from './speaker.ts';
import { weightOf, wordsOf } from './words.ts';

const frameMs = 5;
const quiet = 0.01;
const searchFrames = 12;

/**
 * Where the words of a sentence sound, estimated: its voiced time is shared out by the words' weights, and each
 * boundary moves to the quietest moment near it. Pauses inside a sentence stay between words.
 */
export function timedWords(text: string, samples: Float32Array, sampleRateHz: number): SpokenWord[] {
  const words = wordsOf(text);
  const energy = energies(samples, Math.round((sampleRateHz * frameMs) / 1_000));
  const voiced = energy.flatMap((level, frame) => (level > quiet ? [frame] : []));
  const [first, last] = [voiced[0], voiced.at(-1)];
  if (words.length === 0 || first === undefined || last === undefined) return [];
  const total = words.reduce((sum, word) => sum + weightOf(word.text), 0);
  let weight = 0;
  let begin = first;
  return words.map((word, index) => {
    weight += weightOf(word.text);
    const share = Math.min(voiced.length - 1, Math.round((voiced.length * weight) / total));
    const boundary = voiced[share] ?? last;
    const isLast = index === words.length - 1;
    const end = isLast ? last + 1 : Math.max(begin + 1, quietestNear(energy, boundary));
    const timed = { ...word, beginMs: begin * frameMs, endMs: end * frameMs };
    begin = Math.min(last, nextVoiced(energy, end, last));
    return { ...timed, endMs: Math.max(timed.endMs, timed.beginMs + frameMs) };
  });
}

function energies(samples: Float32Array, frameSamples: number): number[] {
  const frames: number[] = [];
  for (let from = 0; from < samples.length; from += frameSamples) {
    let sum = 0;
    const to = Math.min(samples.length, from + frameSamples);
    for (let at = from; at < to; at += 1) sum += (samples[at] ?? 0) ** 2;
    frames.push(Math.sqrt(sum / Math.max(1, to - from)));
  }
  return frames;
}

function quietestNear(energy: readonly number[], frame: number): number {
  let best = frame;
  for (let at = frame - searchFrames; at <= frame + searchFrames; at += 1) {
    if ((energy[at] ?? 1) < (energy[best] ?? 1)) best = at;
  }
  return best;
}

function nextVoiced(energy: readonly number[], from: number, last: number): number {
  let at = from;
  while (at < last && (energy[at] ?? 0) <= quiet) at += 1;
  return at;
}

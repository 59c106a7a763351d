import { recognitionRateHz, type VoicedSound } from './voiced-sounds.ts';

export interface Recognized {
  /** What was said, word by word as far as it arrived; `…` for what did not. */
  readonly text: string;
  /** Milliseconds of the audio in which it began. */
  readonly beginMs: number;
  /** Whether every word of it arrived. */
  readonly whole: boolean;
}

const coarseRateHz = 4_000;
const step = recognitionRateHz / coarseRateHz;
/** Of a whole sound at its best place, and of each of its words there: a codec's changes pass, a gap does not. */
const alikeAsCandidate = 0.3;
const alikeAsWhole = 0.45;
const alikeAsWord = 0.6;
const shortestMs = 120;

/**
 * Knows again what the sandbox has voiced: each sound is looked for in the audio by correlation, and a word counts only
 * when its own stretch arrived. What was found is taken out of the audio, so that people who speak at once are told apart.
 * Anything else is no text.
 */
export function recognize(audio: Int16Array, sounds: readonly VoicedSound[]): readonly Recognized[] {
  const left = thinned(audio);
  const candidates = sounds.flatMap((sound) => {
    const coarse = thinned(sound.samples);
    const best = placeOf(coarse, left);
    return best ? [{ sound, coarse, ...best }] : [];
  });
  const found: (Recognized & { readonly from: number; readonly until: number })[] = [];
  for (const { sound, coarse, place } of candidates.toSorted((one, other) => other.alike - one.alike)) {
    const until = place + coarse.length;
    // The same sentence may have been voiced twice; it is heard once.
    if (found.some((other) => other.text === sound.text && place < other.until && other.from < until))
      continue;
    if (alike(coarse, left, place, false) < alikeAsWhole) continue;
    const read = wordsAt(sound, coarse, left, place);
    if (!read) continue;
    found.push({ ...read, from: place, until });
    takeOut(coarse, left, place);
  }
  return found.toSorted((one, other) => one.from - other.from);
}

/** What is heard when nothing is known again. */
export function unknownSpeech(audio: Int16Array): string {
  return `(speech, ${(audio.length / recognitionRateHz).toFixed(1)} s)`;
}

/** Where in the audio the sound fits best, in coarse samples; it may begin before the audio or end after it. */
function placeOf(
  sound: Float32Array,
  audio: Float32Array,
): { readonly place: number; readonly alike: number } | undefined {
  const least = (shortestMs * coarseRateHz) / 1000;
  let best = { place: 0, alike: -1 };
  // First by loudness in steps of 10 ms, then sample by sample around the best of those.
  const hop = coarseRateHz / 100;
  const [soundLoudness, audioLoudness] = [loudness(sound, hop), loudness(audio, hop)];
  const candidates: { at: number; alike: number }[] = [];
  for (let at = -soundLoudness.length + 12; at < audioLoudness.length - 12; at += 1) {
    candidates.push({ at, alike: alike(soundLoudness, audioLoudness, at, true) });
  }
  for (const { at } of candidates.toSorted((one, other) => other.alike - one.alike).slice(0, 6)) {
    for (let place = at * hop - hop; place <= at * hop + hop; place += 1) {
      const fit = alike(sound, audio, place, false);
      if (fit > best.alike) best = { place, alike: fit };
    }
  }
  const overlap = Math.min(audio.length, best.place + sound.length) - Math.max(0, best.place);
  return best.alike >= alikeAsCandidate && overlap >= least ? best : undefined;
}

function wordsAt(
  sound: VoicedSound,
  coarse: Float32Array,
  audio: Float32Array,
  place: number,
): Recognized | undefined {
  const codePoints = [...sound.text];
  let text = '';
  let last = 0;
  let arrived = 0;
  for (const { beginIndex, endIndex, beginMs, endMs } of sound.words) {
    const from = Math.floor((beginMs * coarseRateHz) / 1000);
    const until = Math.ceil((endMs * coarseRateHz) / 1000);
    const isThere = alikeBest(coarse.subarray(from, until), audio, place + from) >= alikeAsWord;
    if (isThere) arrived += 1;
    text += codePoints.slice(last, beginIndex).join('');
    text += isThere ? codePoints.slice(beginIndex, endIndex).join('') : '…';
    last = endIndex;
  }
  if (arrived === 0) return undefined;
  const whole = arrived === sound.words.length;
  const said = whole ? sound.text : text.replace(/(…[\s\p{P}]*)+/gu, '… ').trim();
  return { text: said.trim(), beginMs: (Math.max(0, place) * 1000) / coarseRateHz, whole };
}

/** Takes a sound out of the audio, as loud as it is there, in stretches of 50 ms. */
function takeOut(sound: Float32Array, audio: Float32Array, place: number): void {
  const size = coarseRateHz / 20;
  for (let from = 0; from < sound.length; from += size) {
    const until = Math.min(sound.length, from + size);
    let [together, own] = [0, 0];
    for (let index = from; index < until; index += 1) {
      together += (sound[index] ?? 0) * (audio[place + index] ?? 0);
      own += (sound[index] ?? 0) ** 2;
    }
    const gain = own > 1e-9 ? Math.max(0, together / own) : 0;
    for (let index = from; index < until; index += 1) {
      const at = place + index;
      if (at >= 0 && at < audio.length) audio[at] = (audio[at] ?? 0) - gain * (sound[index] ?? 0);
    }
  }
}

/** A codec may move a word by a fraction of a millisecond. */
function alikeBest(word: Float32Array, audio: Float32Array, place: number): number {
  let best = -1;
  for (let shift = -3; shift <= 3; shift += 1)
    best = Math.max(best, alike(word, audio, place + shift, false));
  return best;
}

/** Correlation of a sound with what is in the audio at a place; what lies outside the audio counts as silence. */
function alike(sound: Float32Array, audio: Float32Array, place: number, centred: boolean): number {
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
  for (let index = 0; index < sound.length; index += 1) {
    const x = sound[index] ?? 0;
    const y = audio[place + index] ?? 0;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumYY += y * y;
    sumXY += x * y;
  }
  const count = centred ? sound.length : Number.POSITIVE_INFINITY;
  const spread = (sumXX - (sumX * sumX) / count) * (sumYY - (sumY * sumY) / count);
  return spread <= 1e-9 ? 0 : (sumXY - (sumX * sumY) / count) / Math.sqrt(spread);
}

/** At 4 kHz: enough to tell words apart, and a sixteenth of the work. */
function thinned(samples: Int16Array): Float32Array {
  const coarse = new Float32Array(Math.floor(samples.length / step));
  for (let at = 0; at < coarse.length; at += 1) {
    let sum = 0;
    for (let index = at * step; index < (at + 1) * step; index += 1) sum += samples[index] ?? 0;
    coarse[at] = sum / step / 32_768;
  }
  return coarse;
}

function loudness(samples: Float32Array, hop: number): Float32Array {
  const points = new Float32Array(Math.floor(samples.length / hop));
  for (let at = 0; at < points.length; at += 1) {
    let sum = 0;
    for (let index = at * hop; index < (at + 1) * hop; index += 1) sum += Math.abs(samples[index] ?? 0);
    points[at] = sum / hop;
  }
  return points;
}

import { energyOf } from './outline.ts';
import { coarseRateHz, placesOf } from './places.ts';
import { recognitionRateHz, type VoicedSound } from './voiced-sounds.ts';

export interface Recognized {
  /** What was said, word by word as far as it arrived; `…` for what didn't. */
  readonly text: string;
  /** Milliseconds of the audio in which it began. */
  readonly beginMs: number;
  /** Whether every word of it arrived. */
  readonly whole: boolean;
}

const step = recognitionRateHz / coarseRateHz;
/** Of a word at its place: a codec and other voices pass, a gap does not. */
const alikeAsWord = 0.4;
/** Of the energy of a word's stretch: less than that is what a codec has left of words that were taken out. */
const leastOfWord = 0.2;
/** How many speak at once at most. */
const mostAtOnce = 6;
/** A share of the energy below which nothing is left to find. */
const leastLeft = 0.03;

/**
 * Knows again what the sandbox has voiced: each sound is looked for in the audio by correlation, and a word counts only
 * when its own stretch arrived. The sounds come latest first, and the first that fits for sure is taken. What was found is
 * taken out of the audio, so that people who speak at once are told apart.
 * Anything else is no text.
 */
export function recognize(audio: Int16Array, sounds: readonly VoicedSound[]): readonly Recognized[] {
  const left = thinned(audio);
  let wanted = sounds.map((sound) => ({ sound, coarse: coarseOf(sound) }));
  const original = energyOf(left);
  const enough = (original.at(-1) ?? 0) * leastLeft;
  const found: (Recognized & { readonly from: number; readonly until: number })[] = [];
  while (wanted.length > 0 && found.length < mostAtOnce && (energyOf(left).at(-1) ?? 0) > enough) {
    const places = placesOf(wanted, left);
    const [best] = places;
    if (!best) break;
    const { sound } = best;
    const { coarse, place } = finestOf(best, left);
    const until = place + coarse.length;
    const again = found.some(
      (other) => other.text === sound.text && place < other.until && other.from < until,
    );
    const read = again ? undefined : wordsAt(sound, coarse, { left, original }, place);
    if (read) {
      found.push({ ...read, from: place, until });
      takeOut(coarse, left, place);
    }
    // What did not fit now does not fit better once more is taken out, save for what was drowned.
    const missed = best.sure ? wanted : places;
    wanted = missed.filter(({ sound: other }) => other !== sound);
  }
  return found.toSorted((one, other) => one.from - other.from);
}

/** What is heard if no sound was recognised. */
export function unknownSpeech(audio: Int16Array): string {
  return `(speech, ${(audio.length / recognitionRateHz).toFixed(1)} s)`;
}

interface Heard {
  readonly left: Float32Array;
  /** Energy before each sample, of the audio from which nothing was taken out. */
  readonly original: Float64Array;
}

function between(energy: Float64Array, from: number, until: number): number {
  const at = (place: number) => energy[Math.max(0, Math.min(energy.length - 1, place))] ?? 0;
  return at(until) - at(from);
}

function wordsAt(
  sound: VoicedSound,
  coarse: Float32Array,
  { left, original }: Heard,
  place: number,
): Recognized | undefined {
  const energy = energyOf(left);
  const codePoints = [...sound.text];
  let text = '';
  let last = 0;
  let arrived = 0;
  for (const { beginIndex, endIndex, beginMs, endMs } of sound.words) {
    const from = Math.floor((beginMs * coarseRateHz) / 1000);
    const until = Math.ceil((endMs * coarseRateHz) / 1000);
    const isLeft =
      between(energy, place + from, place + until) >=
      leastOfWord * between(original, place + from, place + until);
    const isThere = isLeft && alikeBest(coarse.subarray(from, until), left, place + from) >= alikeAsWord;
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

/** The same sound at the fraction of a coarse sample at which it fits best: a voice begins anywhere. */
function finestOf(
  { sound, place }: { readonly sound: VoicedSound; readonly place: number },
  audio: Float32Array,
) {
  let best = { coarse: coarseOf(sound), place, likeness: -2 };
  for (const coarse of phasesOf(sound))
    for (let near = place - 1; near <= place + 1; near += 1) {
      const likeness = alike(coarse, audio, near);
      if (likeness > best.likeness) best = { coarse, place: near, likeness };
    }
  return best;
}

/** A codec may move a word by a fraction of a millisecond. */
function alikeBest(word: Float32Array, audio: Float32Array, place: number): number {
  let best = -1;
  for (let shift = -3; shift <= 3; shift += 1) best = Math.max(best, alike(word, audio, place + shift));
  return best;
}

/** Correlation of a sound with what is in the audio at a place; what lies outside the audio counts as silence. */
function alike(sound: Float32Array, audio: Float32Array, place: number): number {
  let [own, heard, together] = [0, 0, 0];
  for (let index = 0; index < sound.length; index += 1) {
    const x = sound[index] ?? 0;
    const y = audio[place + index] ?? 0;
    own += x * x;
    heard += y * y;
    together += x * y;
  }
  return own * heard <= 1e-12 ? 0 : together / Math.sqrt(own * heard);
}

const coarseSounds = new WeakMap<VoicedSound, readonly Float32Array[]>();

function coarseOf(sound: VoicedSound): Float32Array {
  return phasesOf(sound)[0] ?? new Float32Array();
}

/** As it is when it begins 0, 1, 2 and 3 samples behind the beginning of a coarse one. */
function phasesOf(sound: VoicedSound): readonly Float32Array[] {
  const phases =
    coarseSounds.get(sound) ?? Array.from({ length: step }, (_, phase) => thinned(sound.samples, phase));
  coarseSounds.set(sound, phases);
  return phases;
}

/** At 4 kHz: enough to tell words apart, and a sixteenth of the work. */
function thinned(samples: Int16Array, phase = 0): Float32Array {
  const coarse = new Float32Array(Math.floor((samples.length + phase) / step));
  for (let at = 0; at < coarse.length; at += 1) {
    let sum = 0;
    for (let index = at * step - phase; index < (at + 1) * step - phase; index += 1)
      sum += samples[index] ?? 0;
    coarse[at] = sum / step / 32_768;
  }
  return coarse;
}

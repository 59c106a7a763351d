import { type PlacedWord, placeWords } from './moved-words.ts';
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
/** Of the energy of a word's stretch: less than that is what a codec has left of words that were taken out. */
const leastOfWord = 0.2;
/** Of a word beside another sound: what a codec has left of that is no word. */
const alikeBeside = 0.6;
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
    const read = again ? undefined : wordsAt(sound, coarse, { left, original, found }, place);
    if (read) {
      found.push({ ...read.recognized, from: place, until });
      for (const piece of piecesOf(read.words, coarse.length))
        takeOut(coarse.subarray(piece.from, piece.until), left, place + piece.from + piece.shift);
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
  /** Where sounds were taken out. */
  readonly found: readonly { readonly from: number; readonly until: number }[];
}

function between(energy: Float64Array, from: number, until: number): number {
  const at = (place: number) => energy[Math.max(0, Math.min(energy.length - 1, place))] ?? 0;
  return at(until) - at(from);
}

function wordsAt(
  sound: VoicedSound,
  coarse: Float32Array,
  { left, original, found }: Heard,
  place: number,
): { readonly recognized: Recognized; readonly words: readonly PlacedWord[] } | undefined {
  const energy = energyOf(left);
  const words = placeWords(sound, (from, until, shift, how) => {
    const [begin, end] = [place + from + shift, place + until + shift];
    const isLeft = between(energy, begin, end) >= leastOfWord * between(original, begin, end);
    if (!isLeft) return 0;
    const likeness = (how === 'exactly' ? alike : alikeBest)(coarse.subarray(from, until), left, begin);
    const isBeside = found.some((other) => begin < other.until && other.from < end);
    return isBeside && likeness < alikeBeside ? 0 : likeness;
  });
  const arrived = words.filter(({ shift }) => shift !== undefined).length;
  if (arrived === 0) return undefined;
  const whole = arrived === words.length;
  const text = whole ? sound.text : textOf(sound, words);
  const beginMs = (Math.max(0, place + (words[0]?.shift ?? 0)) * 1000) / coarseRateHz;
  return { recognized: { text: text.trim(), beginMs, whole }, words };
}

function textOf({ text, words }: VoicedSound, placed: readonly PlacedWord[]): string {
  const codePoints = [...text];
  let read = '';
  let last = 0;
  for (const [at, { beginIndex, endIndex }] of words.entries()) {
    const isThere = placed[at]?.shift !== undefined;
    read += codePoints.slice(last, beginIndex).join('');
    read += isThere ? codePoints.slice(beginIndex, endIndex).join('') : '…';
    last = endIndex;
  }
  return read.replace(/(…[\s\p{P}]*)+/gu, '… ').trim();
}

/** What of a sound was heard without a break: a word that was moved begins another piece. */
function piecesOf(words: readonly PlacedWord[], length: number) {
  const pieces = [
    { from: 0, until: length, shift: words.find(({ shift }) => shift !== undefined)?.shift ?? 0 },
  ];
  for (const { from, shift } of words) {
    const last = pieces.at(-1);
    if (!last || shift === undefined || shift === last.shift) continue;
    last.until = from;
    pieces.push({ from, until: length, shift });
  }
  return pieces;
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

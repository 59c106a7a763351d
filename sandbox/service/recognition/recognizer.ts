import { productsOf, type Spectrum, sizeFor, spectrumOf } from './cross-correlation.ts';
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
/** Of a whole sound at its best place, and of each of its words there: a codec and other voices pass, a gap does not. */
const alikeAsCandidate = 0.25;
const alikeAsWord = 0.4;
/** More than that do not speak at once. */
const mostAtOnce = 6;
const shortestMs = 120;
/** So alike over so long a stretch is no chance: the others need not be looked at. */
const alikeForSure = 0.9;
const sureMs = 300;
/** A share of the energy below which nothing is left to find. */
const leastLeft = 0.03;

/**
 * Knows again what the sandbox has voiced: each sound is looked for in the audio by correlation, and a word counts only
 * when its own stretch arrived. The sounds come latest first, and the first that fits for sure is taken. What was found is taken out of the audio, so that people who speak at once are told apart.
 * Anything else is no text.
 */
export function recognize(audio: Int16Array, sounds: readonly VoicedSound[]): readonly Recognized[] {
  const left = thinned(audio);
  let wanted = sounds.map((sound) => ({ sound, coarse: coarseOf(sound) }));
  const enough = (energyOf(left).at(-1) ?? 0) * leastLeft;
  const found: (Recognized & { readonly from: number; readonly until: number })[] = [];
  while (wanted.length > 0 && found.length < mostAtOnce && (energyOf(left).at(-1) ?? 0) > enough) {
    const places = placesOf(wanted, left);
    const [best] = places;
    if (!best) break;
    const { sound, coarse, place } = best;
    const until = place + coarse.length;
    const again = found.some(
      (other) => other.text === sound.text && place < other.until && other.from < until,
    );
    const read = again ? undefined : wordsAt(sound, coarse, left, place);
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

/** What is heard when nothing is known again. */
export function unknownSpeech(audio: Int16Array): string {
  return `(speech, ${(audio.length / recognitionRateHz).toFixed(1)} s)`;
}

interface Wanted {
  readonly sound: VoicedSound;
  readonly coarse: Float32Array;
}

/**
 * Where in the audio each sound fits best, in coarse samples, the best of all first; it may begin before the audio or end
 * after it. Sounds that fit nowhere are left out.
 */
function placesOf<Sound extends Wanted>(wanted: readonly Sound[], audio: Float32Array): (Sound & Place)[] {
  const longest = Math.max(...wanted.map(({ coarse }) => coarse.length));
  const size = sizeFor(audio.length, longest);
  const spectrum = spectrumOf(audio, size);
  const energy = energyOf(audio);
  const places: (Sound & Place)[] = [];
  for (const each of wanted) {
    const best = { ...each, ...placeOf(each.coarse, spectrum, energy) };
    if (best.sure) return [best];
    if (best.alike >= alikeAsCandidate) places.push(best);
  }
  return places.toSorted((one, other) => other.alike - one.alike);
}

interface Place {
  readonly place: number;
  readonly alike: number;
  /** No other sound fits there. */
  readonly sure: boolean;
}

function placeOf(sound: Float32Array, audio: Spectrum, energy: Float64Array): Place {
  const size = audio.re.length;
  const length = energy.length - 1;
  const products = productsOf(audio, spectrumOf(sound, size));
  const own = energyOf(sound);
  const least = (shortestMs * coarseRateHz) / 1000;
  let best = { place: 0, alike: -1, sure: false };
  const longEnough = (sureMs * coarseRateHz) / 1000;
  for (let place = least - sound.length; place <= length - least; place += 1) {
    const [from, until] = [Math.max(0, place), Math.min(length, place + sound.length)];
    const heard = (energy[until] ?? 0) - (energy[from] ?? 0);
    const said = (own[until - place] ?? 0) - (own[from - place] ?? 0);
    // Of a sound of which only a part is there, the rest counts as silence.
    const spread = heard * Math.max(said, (own.at(-1) ?? 0) / 2);
    const product = products[place < 0 ? size + place : place] ?? 0;
    const alike = spread > 1e-9 ? product / Math.sqrt(spread) : 0;
    if (alike <= best.alike) continue;
    const pure = product / Math.sqrt(Math.max(1e-9, heard * said));
    best = { place, alike, sure: until - from >= longEnough && pure >= alikeForSure };
  }
  return best;
}

/** How much energy there is before each sample. */
function energyOf(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (let index = 0; index < samples.length; index += 1)
    sums[index + 1] = (sums[index] ?? 0) + (samples[index] ?? 0) ** 2;
  return sums;
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

const coarseSounds = new WeakMap<VoicedSound, Float32Array>();

function coarseOf(sound: VoicedSound): Float32Array {
  const coarse = coarseSounds.get(sound) ?? thinned(sound.samples);
  coarseSounds.set(sound, coarse);
  return coarse;
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

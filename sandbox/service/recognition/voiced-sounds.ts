import { resample } from '../synthesis/speech/resample.ts';
import type { SpokenWord } from '../synthesis/speech/speaker.ts';

/** Something that the sandbox itself has said, as it sounds at 16 kHz. */
export interface VoicedSound {
  readonly text: string;
  /** Times from the beginning of the sound; indexes are code points of the text. */
  readonly words: readonly SpokenWord[];
  readonly samples: Int16Array;
}

export const recognitionRateHz = 16_000;
const keptMs = 10 * 60_000;
const mostKept = 60;

/** What was voiced lately, by anyone: a recogniser can recognise it, because it knows how it sounded. */
export class VoicedSounds {
  readonly #now: () => number;
  #sounds: { readonly at: number; readonly sound: VoicedSound }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(text: string, words: readonly SpokenWord[], samples: Int16Array, rateHz: number): void {
    const floats = Float32Array.from(samples, (sample) => sample / 32_768);
    const heard = resample(floats, rateHz, recognitionRateHz);
    const sound = { text, words, samples: Int16Array.from(heard, (sample) => Math.round(sample * 32_767)) };
    const oldest = this.#now() - keptMs;
    // The same words in the same voice sound the same: one of them is enough to be known again.
    const others = this.#sounds.filter(({ at, sound: other }) => at >= oldest && !sameSound(other, sound));
    this.#sounds = [...others, { at: this.#now(), sound }].slice(-mostKept);
  }

  /** The latest first. */
  get lately(): readonly VoicedSound[] {
    const oldest = this.#now() - keptMs;
    return this.#sounds
      .filter(({ at }) => at >= oldest)
      .map(({ sound }) => sound)
      .toReversed();
  }
}

function sameSound(one: VoicedSound, other: VoicedSound): boolean {
  return (
    one.text === other.text &&
    one.samples.length === other.samples.length &&
    one.samples.every((sample, at) => sample === other.samples[at])
  );
}

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

/** As it was voiced, at its own rate. */
interface Said extends VoicedSound {
  readonly at: number;
  readonly rateHz: number;
}

/** What was voiced lately, by anyone: a recogniser can recognise it, because it knows how it sounded. */
export class VoicedSounds {
  readonly #now: () => number;
  /** As the recogniser hears it, made when it's first asked for: most of what is voiced is never listened to. */
  readonly #heard = new WeakMap<Said, VoicedSound>();
  #said: readonly Said[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(text: string, words: readonly SpokenWord[], samples: Int16Array, rateHz: number): void {
    const said = { at: this.#now(), text, words, samples, rateHz };
    const oldest = said.at - keptMs;
    // The same words in the same voice sound the same: one of them is enough to be known again.
    const others = this.#said.filter((other) => other.at >= oldest && !sameSound(other, said));
    this.#said = [...others, said].slice(-mostKept);
  }

  /** The latest first. */
  get lately(): readonly VoicedSound[] {
    const oldest = this.#now() - keptMs;
    return this.#said
      .filter(({ at }) => at >= oldest)
      .map((said) => this.#soundOf(said))
      .toReversed();
  }

  #soundOf(said: Said): VoicedSound {
    const known = this.#heard.get(said);
    if (known) return known;
    const { text, words, samples, rateHz } = said;
    const heard = resample(
      Float32Array.from(samples, (sample) => sample / 32_768),
      rateHz,
      recognitionRateHz,
    );
    const sound = { text, words, samples: Int16Array.from(heard, (sample) => Math.round(sample * 32_767)) };
    this.#heard.set(said, sound);
    return sound;
  }
}

function sameSound(one: Said, other: Said): boolean {
  return (
    one.text === other.text &&
    one.rateHz === other.rateHz &&
    bytesOf(one.samples).equals(bytesOf(other.samples))
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

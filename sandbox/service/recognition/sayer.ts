import { languageOf } from '../synthesis/speech/language.ts';
import type { Speaker, SpokenWord } from '../synthesis/speech/speaker.ts';
import { spokenAt } from '../synthesis/speech/spoken-lately.ts';
import type { VoicedSounds } from './voiced-sounds.ts';

export interface Said {
  /** 16-bit mono. */
  readonly samples: Int16Array;
  readonly words: readonly SpokenWord[];
}

export interface SayOptions {
  readonly voice: string;
  readonly rateHz: number;
  /** A language that the document names; by the text's script when absent. */
  readonly language?: string;
  readonly signal?: AbortSignal;
}

const loudness = 0.8;
const longestMs = 30_000;

/** Says texts in the machine's voices, and remembers how they sounded, so that they can be recognised. */
export class Sayer {
  readonly #speaker: Speaker;
  readonly #voiced: VoicedSounds;

  constructor(speaker: Speaker, voiced: VoicedSounds) {
    this.#speaker = speaker;
    this.#voiced = voiced;
  }

  async say(text: string, { voice, rateHz, language, signal }: SayOptions): Promise<Said> {
    const manner = {
      voice,
      language: languageOf(text, language, []),
      rate: 1,
      pitch: 1,
      seed: 0,
      instruction: '',
    };
    const aborting = AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])]);
    const { samples: sound, words } = await spokenAt(rateHz, this.#speaker, text, manner, aborting);
    // In two steps: a mapping from one kind of array to another takes ten times as long.
    const samples = new Int16Array(
      sound.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * loudness * 32_767)))),
    );
    this.#voiced.add(text, words, samples, rateHz);
    return { samples, words };
  }
}

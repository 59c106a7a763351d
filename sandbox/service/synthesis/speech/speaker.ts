/** How a text is to be said. */
export interface Manner {
  /** Name of the voice; each sounds different. */
  readonly voice: string;
  /** `zh`, `en`, …: a language that the document names. */
  readonly language: string;
  /** 0.5 to 2. */
  readonly rate: number;
  /** 0.5 to 2. */
  readonly pitch: number;
  readonly seed: number;
  /** Dialect or emotion in words; it changes how the voice sounds. */
  readonly instruction: string;
}

/** Indexes are code points of the text, ends excluded; times are from the beginning of the sound. */
export interface SpokenWord {
  readonly text: string;
  readonly beginIndex: number;
  readonly endIndex: number;
  readonly beginMs: number;
  readonly endMs: number;
}

export interface Speech {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly words: readonly SpokenWord[];
}

/** Says a sentence; the same sentence in the same manner is the same sound, sample by sample. */
export interface Speaker {
  readonly name: 'espeak-ng' | 'built-in';
  speak(text: string, manner: Manner, signal: AbortSignal): Promise<Speech>;
}

/** Document 2, "What the service does": the models of interface A. */
export const synthesisModels = [
  'tts-v3.5-flash',
  'tts-v3.5-plus',
  'tts-v3-flash',
  'tts-v3-plus',
  'tts-v2',
] as const;
export type SynthesisModel = (typeof synthesisModels)[number];

/** Document 2 A, `language_hints`. */
export const synthesisLanguages = ['zh', 'en', 'fr', 'de', 'ja', 'ko', 'ru', 'pt', 'th', 'id', 'vi'] as const;
export type SynthesisLanguage = (typeof synthesisLanguages)[number];

/** Document 2 A, `format` and `sample_rate`. */
export const audioFormats = ['pcm', 'wav', 'mp3', 'opus'] as const;
export type AudioFormat = (typeof audioFormats)[number];
export const sampleRatesHz = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;
export type SampleRateHz = (typeof sampleRatesHz)[number];

/** Where a voice comes from (document 2, "What the service does"). */
export const voiceKinds = ['system', 'cloned', 'designed'] as const;
export type VoiceKind = (typeof voiceKinds)[number];

/** Reasons why something cannot be read aloud. */
export type SpeechRefusal =
  | { readonly code: 'speech-empty' }
  | { readonly code: 'speech-too-long'; readonly characters: number; readonly limit: number }
  | { readonly code: 'speech-nothing-playing' };

/** Why something can't be read aloud. */
export type SpeechRefusal =
  | { readonly code: 'speech-empty' }
  | { readonly code: 'speech-too-long'; readonly characters: number; readonly limit: number }
  | { readonly code: 'speech-nothing-playing' }
  /** Nobody chose a voice: neither the person, nor the guild, nor the bot's owner. */
  | { readonly code: 'speech-no-voice' }
  /** `similar`: voices they may have meant. */
  | { readonly code: 'speech-voice-unknown'; readonly voice: string; readonly similar: readonly string[] }
  | {
      readonly code: 'speech-voice-other-model';
      readonly voice: string;
      readonly model: string;
      readonly models: readonly string[];
    }
  /** This voice doesn't have the option with this model. */
  | {
      readonly code: 'speech-option-not-for-voice';
      readonly option: string;
      readonly voice: string;
      readonly model: string;
    }
  | { readonly code: 'speech-option-one-of'; readonly option: string; readonly allowed: readonly string[] }
  | {
      readonly code: 'speech-option-range';
      readonly option: string;
      readonly min: number;
      readonly max: number;
    }
  /** Han characters count 2. */
  | { readonly code: 'speech-instruction-too-long'; readonly limit: number }
  | { readonly code: 'speech-ssml-malformed' }
  | { readonly code: 'speech-ssml-no-speak' }
  | { readonly code: 'speech-queue-full'; readonly limit: number }
  | { readonly code: 'speech-queue-share'; readonly limit: number }
  | { readonly code: 'speech-file-too-large'; readonly limitMegabytes: number }
  /** Only people in that voice channel and moderators may do this. */
  | { readonly code: 'speech-not-there'; readonly channelId: string; readonly anyOf: readonly string[] }
  | { readonly code: 'speech-content-off' }
  | { readonly code: 'speech-word-invalid'; readonly limit: number }
  | { readonly code: 'speech-word-unknown'; readonly word: string }
  | { readonly code: 'speech-dictionary-full'; readonly limit: number };

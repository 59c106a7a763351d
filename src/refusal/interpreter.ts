/** Why something can't be done with an interpreter, besides the refusals of every call. */
export type InterpreterRefusal =
  /** No language has that name; `nearest` are the codes of similar ones. */
  | {
      readonly code: 'interpreter-language-unknown';
      readonly name: string;
      readonly nearest: readonly string[];
    }
  /** Some people see the text channel but not this voice channel. */
  | { readonly code: 'interpreter-captions-exposed'; readonly channelId: string }
  | { readonly code: 'interpreter-too-few-languages' }
  | { readonly code: 'interpreter-too-many-languages'; readonly limit: number }
  /** Neither a voice nor captions, so nobody would get anything. */
  | { readonly code: 'interpreter-nothing-to-do' }
  | { readonly code: 'interpreter-term-invalid'; readonly limit: number }
  | { readonly code: 'interpreter-term-unknown'; readonly term: string }
  | { readonly code: 'interpreter-glossary-full'; readonly limit: number }
  /** The message has no sound or film. */
  | { readonly code: 'recording-missing' }
  /** The person who recorded it never wants to be heard. */
  | { readonly code: 'recording-never' }
  | { readonly code: 'recording-too-long'; readonly limitMinutes: number }
  | { readonly code: 'recording-too-large'; readonly limitMegabytes: number }
  /** Discord doesn't have the file any more, or doesn't answer. */
  | { readonly code: 'recording-gone' }
  /** A film without a sound track. */
  | { readonly code: 'recording-without-sound' }
  | { readonly code: 'recording-silent' }
  | { readonly code: 'recording-unreadable' }
  /** This machine can only read voice messages. */
  | { readonly code: 'recording-needs-ffmpeg' }
  | { readonly code: 'recording-shared-already' }
  /** As many of this person's are waiting or being heard as may. */
  | { readonly code: 'recordings-own-busy'; readonly limit: number }
  | { readonly code: 'recordings-busy' }
  /** So many channels have their voice messages written down already. */
  | { readonly code: 'recordings-channels-full'; readonly limit: number };

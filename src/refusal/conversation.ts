/** Why something can't be done in a conversation, besides the refusals of every call. */
export type ConversationRefusal =
  | { readonly code: 'call-floor-taken'; readonly userId: string }
  /** This call has no push-to-talk, so there's no floor to hold. */
  | { readonly code: 'call-no-floor' }
  /** What was typed can't be voiced here. */
  | { readonly code: 'call-cannot-voice' }
  /** People who can't see the voice channel could read the transcript. */
  | { readonly code: 'call-transcript-exposed'; readonly channelId: string }
  /** The question is for someone else. */
  | { readonly code: 'call-question-not-yours'; readonly userId: string }
  | { readonly code: 'call-question-over' }
  /** So many questions wait for an answer already, for that person or in that call. */
  | { readonly code: 'call-questions-open'; readonly of: 'person' | 'call'; readonly limit: number }
  /** What would be written for them would stand where they don't see it, or may not write. */
  | { readonly code: 'call-channel-closed' }
  /** Two options that don't go together, by their wire names or values. */
  | { readonly code: 'call-options-clash'; readonly options: readonly [string, string] };

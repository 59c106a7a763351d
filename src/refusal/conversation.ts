/** Reasons why something can't be done in a conversation, beyond those of every call. */
export type ConversationRefusal =
  | { readonly code: 'call-floor-taken'; readonly userId: string }
  /** Nobody holds the floor in this call: everybody just talks. */
  | { readonly code: 'call-no-floor' }
  /** What was typed can't be voiced here. */
  | { readonly code: 'call-cannot-voice' }
  /** A transcript would be read by people who can't see the voice channel. */
  | { readonly code: 'call-transcript-exposed'; readonly channelId: string }
  /** The bot is asking someone else. */
  | { readonly code: 'call-question-not-yours'; readonly userId: string }
  | { readonly code: 'call-question-over' }
  /** So many questions wait for an answer already, for that person or in that call. */
  | { readonly code: 'call-questions-open'; readonly of: 'person' | 'call'; readonly limit: number }
  /** What would be written for them would stand where they don't see it, or may not write. */
  | { readonly code: 'call-channel-closed' }
  /** Two options that exclude each other, by their wire names or values. */
  | { readonly code: 'call-options-clash'; readonly options: readonly [string, string] };

/** Reasons why something can't be done in a conversation. */
export type ConversationRefusal =
  | { readonly code: 'call-running-already'; readonly channelId: string }
  | { readonly code: 'call-none' }
  /** They have to press Join first. */
  | { readonly code: 'call-not-participant' }
  | { readonly code: 'call-floor-taken'; readonly userId: string }
  /** Nobody holds the floor in this call: everybody just talks. */
  | { readonly code: 'call-no-floor' }
  /** What was typed can't be voiced here. */
  | { readonly code: 'call-cannot-voice' };

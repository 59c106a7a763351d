/** Reasons why something can't be done in a conversation. */
export type ConversationRefusal =
  | { readonly code: 'call-running-already'; readonly channelId: string }
  | { readonly code: 'call-none' }
  /** The control belongs to a conversation that's over. */
  | { readonly code: 'call-over' }
  /** They have to press Join first. */
  | { readonly code: 'call-not-participant' }
  /** They aren't in the voice channel of the conversation. */
  | { readonly code: 'call-elsewhere'; readonly channelId: string }
  /** Only who is there, takes part or moderates may stop it. */
  | { readonly code: 'call-not-there'; readonly channelId: string; readonly anyOf: readonly string[] }
  | { readonly code: 'call-floor-taken'; readonly userId: string }
  /** Nobody holds the floor in this call: everybody just talks. */
  | { readonly code: 'call-no-floor' }
  /** What was typed can't be voiced here. */
  | { readonly code: 'call-cannot-voice' }
  /** A question of the bot that somebody else has to answer. */
  | { readonly code: 'call-question-not-yours'; readonly userId: string }
  | { readonly code: 'call-question-over' }
  /** Two options that exclude each other, by their wire names or values. */
  | { readonly code: 'call-options-clash'; readonly options: readonly [string, string] }
  | { readonly code: 'call-picture-kind' }
  | { readonly code: 'call-picture-large'; readonly limitMegabytes: number; readonly limitMegapixels: number }
  /** The model takes pictures only after it has heard something. */
  | { readonly code: 'call-picture-early' }
  | { readonly code: 'call-picture-often' };

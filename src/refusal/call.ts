/** What the bot can be doing in a voice channel that listens to people. */
export type CallKind = 'conversation' | 'interpreter';

/** Reasons why something can't be done in a call, of whatever kind. `kind`: the one that was asked for. */
export type CallRefusal =
  | { readonly code: 'call-running-already'; readonly kind: CallKind; readonly channelId: string }
  /** Another kind of call is running. `kind`: that one's; where, as far as they may know. */
  | { readonly code: 'call-other-running'; readonly kind: CallKind; readonly channelId: string | undefined }
  | { readonly code: 'call-none'; readonly kind: CallKind }
  /** The control belongs to a call that's over. */
  | { readonly code: 'call-over'; readonly kind: CallKind }
  /** They have to press Join first. */
  | { readonly code: 'call-not-participant'; readonly kind: CallKind }
  /** They aren't in the voice channel of the call. */
  | { readonly code: 'call-elsewhere'; readonly kind: CallKind; readonly channelId: string }
  /** Only who is there, takes part or moderates may stop it. */
  | {
      readonly code: 'call-not-there';
      readonly kind: CallKind;
      readonly channelId: string;
      readonly anyOf: readonly string[];
    }
  | { readonly code: 'call-picture-kind' }
  | { readonly code: 'call-picture-large'; readonly limitMegabytes: number; readonly limitMegapixels: number }
  /** The model takes pictures only after it has heard something. */
  | { readonly code: 'call-picture-early' }
  | { readonly code: 'call-picture-often' };

/** What the bot can be doing in a voice channel that listens to people. */
export type CallKind = 'conversation' | 'interpreter';

/** Why something can't be done in a call. `kind`: the kind of call that was asked for. */
export type CallRefusal =
  /** The server's moderators don't want calls written down. */
  | { readonly code: 'call-transcripts-off' }
  /** Where, as far as they may know. `alone`: nobody is there, so they can have it where they are. */
  | {
      readonly code: 'call-running-already';
      readonly kind: CallKind;
      readonly channelId: string | undefined;
      readonly alone?: boolean;
    }
  /** Another kind of call is running. `kind`: that one's; where, as far as they may know. */
  | { readonly code: 'call-other-running'; readonly kind: CallKind; readonly channelId: string | undefined }
  | { readonly code: 'call-none'; readonly kind: CallKind }
  /** The button belongs to a call that has ended. */
  | { readonly code: 'call-over'; readonly kind: CallKind }
  /** They have to press Join first. */
  | { readonly code: 'call-not-participant'; readonly kind: CallKind }
  /** They aren't in the voice channel of the call. */
  | { readonly code: 'call-elsewhere'; readonly kind: CallKind; readonly channelId: string }
  /** Only people who are there, take part or moderate may stop it. */
  | {
      readonly code: 'call-not-there';
      readonly kind: CallKind;
      readonly channelId: string;
      readonly anyOf: readonly string[];
    }
  /** As many people as there can be have a page of captions of their own. */
  | { readonly code: 'call-pages-full'; readonly limit: number }
  /** Only moderators may use that option. */
  | {
      readonly code: 'call-option-moderators';
      readonly only: 'transcript' | 'answers';
      readonly anyOf: readonly string[];
    }
  /** They said *never listen to me*. */
  | { readonly code: 'call-never-listen' }
  | { readonly code: 'call-picture-kind' }
  | { readonly code: 'call-picture-large'; readonly limitMegabytes: number; readonly limitMegapixels: number }
  /** The model only takes pictures after it has heard something. */
  | { readonly code: 'call-picture-early' }
  | { readonly code: 'call-picture-often' };

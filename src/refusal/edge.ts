/** Reasons why something is refused before any feature has a say. */
export type EdgeRefusal =
  | { readonly code: 'guild-only' }
  /** The bot is private to other servers, and about to leave this one. */
  | { readonly code: 'guild-not-allowed' }
  | { readonly code: 'command-unknown' }
  /** It waits for settings of the operator's; which, only the log says. */
  | { readonly code: 'not-set-up'; readonly settings: readonly string[] }
  | {
      readonly code: 'bot-lacks-permissions';
      readonly permissions: readonly string[];
      readonly channelId: string;
    }
  | { readonly code: 'you-lack-permissions'; readonly permissions: readonly string[] }
  /** Discord doesn't say what they may do by now. */
  | { readonly code: 'roles-unknown' }
  /** Any of these makes a moderator, who may do it for other people. */
  | { readonly code: 'not-yours'; readonly anyOf: readonly string[] }
  | { readonly code: 'moderators-only'; readonly anyOf: readonly string[] }
  | { readonly code: 'control-expired' }
  /** A field of a form is missing, or is something else. */
  | { readonly code: 'form-incomplete' }
  | { readonly code: 'option-invalid'; readonly option: string; readonly rule: string }
  /** There is no such channel, or none that they can see: the same to them. */
  | { readonly code: 'channel-unknown'; readonly option: string }
  | { readonly code: 'option-twice'; readonly options: readonly string[] }
  | { readonly code: 'shutting-down' };

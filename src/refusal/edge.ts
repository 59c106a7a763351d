/** What's refused before any feature is involved. */
export type EdgeRefusal =
  | { readonly code: 'guild-only' }
  /** The bot is private. It's about to leave this server, or stays without doing anything. */
  | { readonly code: 'guild-not-allowed' }
  | { readonly code: 'command-unknown' }
  /** It needs settings that the bot's owner hasn't made. Only the log names them. */
  | { readonly code: 'not-set-up'; readonly settings: readonly string[] }
  | {
      readonly code: 'bot-lacks-permissions';
      readonly permissions: readonly string[];
      readonly channelId: string;
    }
  | { readonly code: 'you-lack-permissions'; readonly permissions: readonly string[] }
  /** Discord doesn't say what they may do by now. */
  | { readonly code: 'roles-unknown' }
  /** Moderators may do it for others; any of these permissions makes someone a moderator. */
  | { readonly code: 'not-yours'; readonly anyOf: readonly string[] }
  | { readonly code: 'moderators-only'; readonly anyOf: readonly string[] }
  | { readonly code: 'control-expired' }
  /** A field of a form is missing or has the wrong type. */
  | { readonly code: 'form-incomplete' }
  | { readonly code: 'option-invalid'; readonly option: string; readonly rule: string }
  /** The channel doesn't exist, or they can't see it, which has to look the same to them. */
  | { readonly code: 'channel-unknown'; readonly option: string }
  | { readonly code: 'option-twice'; readonly options: readonly string[] }
  | { readonly code: 'shutting-down' }
  /** Nothing can be written down right now, so nothing is paid. */
  | { readonly code: 'store-failing' };

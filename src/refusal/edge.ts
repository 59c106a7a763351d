/** Reasons why something is refused before any feature has a say. */
export type EdgeRefusal =
  | { readonly code: 'guild-only' }
  | { readonly code: 'command-unknown' }
  | {
      readonly code: 'bot-lacks-permissions';
      readonly permissions: readonly string[];
      readonly channelId: string;
    }
  | { readonly code: 'you-lack-permissions'; readonly permissions: readonly string[] }
  | { readonly code: 'not-yours' }
  | { readonly code: 'control-expired' }
  | { readonly code: 'option-invalid'; readonly option: string; readonly rule: string }
  | { readonly code: 'option-twice'; readonly options: readonly string[] }
  | { readonly code: 'shutting-down' };

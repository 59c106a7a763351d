/** What a change of a server's settings is refused for. */
export type SettingsRefusal =
  /** Someone else changed the same thing since it was looked at. `at`: epoch milliseconds. */
  | { readonly code: 'settings-changed-since'; readonly userId: string; readonly at: number }
  /** Too long ago, or no such change. */
  | { readonly code: 'settings-undo-late' }
  /** It was changed again since. */
  | { readonly code: 'settings-undo-overlaps' }
  /** It's no settings of ours, too large, or has what no bot of this release has. */
  | { readonly code: 'settings-file-invalid' }
  /** Moderators switched the feature off. */
  | { readonly code: 'feature-off' }
  /** Videos would wait where nobody sees them. */
  | { readonly code: 'settings-channel-first' }
  /** Moderators don't let this person use it. */
  | { readonly code: 'feature-blocked' }
  | { readonly code: 'feature-roles'; readonly roleIds: readonly string[] }
  /** Only those that the person sees are named. */
  | { readonly code: 'feature-channels'; readonly channelIds: readonly string[] }
  | { readonly code: 'words-blocked' };

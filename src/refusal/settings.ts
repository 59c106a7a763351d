/** What a change of a server's settings is refused for. */
export type SettingsRefusal =
  /** Someone else changed the same thing since it was looked at. `at`: epoch milliseconds. */
  | { readonly code: 'settings-changed-since'; readonly userId: string; readonly at: number }
  /** Too long ago, or no such change. */
  | { readonly code: 'settings-undo-late' }
  /** It was changed again since. */
  | { readonly code: 'settings-undo-overlaps' };

/** Why something about a person's data can't be done. */
export type PrivacyRefusal =
  /** Only the bot's owner may do it for other people. */
  | { readonly code: 'privacy-owner-only' }
  | { readonly code: 'privacy-person-invalid' }
  /** Too much for one file here. */
  | { readonly code: 'privacy-data-large'; readonly limitMegabytes: number };

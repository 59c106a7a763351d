/** Why the bot can't enter a voice channel or be heard in it. */
export type VoiceRefusal =
  | { readonly code: 'voice-not-in-channel' }
  /** They are server-muted, and what they write isn't heard there either. */
  | { readonly code: 'voice-person-muted' }
  /** Where, as far as they may know. */
  | { readonly code: 'voice-elsewhere'; readonly channelId: string | undefined }
  | { readonly code: 'voice-full'; readonly channelId: string }
  | { readonly code: 'voice-nobody-there'; readonly channelId: string }
  | { readonly code: 'voice-muted'; readonly channelId: string }
  | { readonly code: 'voice-audience'; readonly channelId: string }
  | { readonly code: 'voice-unreachable'; readonly channelId: string };

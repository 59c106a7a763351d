/** Reasons why a voice channel cannot be entered or heard in. */
export type VoiceRefusal =
  | { readonly code: 'voice-not-in-channel' }
  | { readonly code: 'voice-elsewhere'; readonly channelId: string }
  | { readonly code: 'voice-full'; readonly channelId: string }
  | { readonly code: 'voice-nobody-there'; readonly channelId: string }
  | { readonly code: 'voice-muted'; readonly channelId: string }
  | { readonly code: 'voice-audience'; readonly channelId: string }
  | { readonly code: 'voice-unreachable'; readonly channelId: string };

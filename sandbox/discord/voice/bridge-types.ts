/** The voice connection that a page asks for, from op 4 of the main gateway and the VOICE_SERVER_UPDATE after it. */
export interface BridgeSeat {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  /** `host:port` */
  readonly endpoint: string;
}

/** One person's voice connection as the bridge uses it; the voice client of the sandbox's people fits. */
export interface BridgedVoice {
  /** Rejects when the connection cannot be made. */
  readonly ready: Promise<void>;
  /** One Opus packet of 20 ms. */
  speak(packet: Uint8Array): void;
  /** The person pauses, so the five silence frames that Discord asks for are sent. */
  endSpeech(): void;
  onPacket(listener: (heard: { readonly userId: string; readonly packet: Uint8Array }) => void): void;
  onSpeaking(listener: (change: { readonly userId: string; readonly speaking: boolean }) => void): void;
  /** It ended by itself, not by `close`. */
  onClosed(listener: (end: { readonly code?: number; readonly reason: string }) => void): void;
  close(): void;
}

/** What the bridge sends in JSON. Binary messages are a user id (8 bytes, big-endian) and that user's Opus packet. */
export type BridgeNotice =
  | { readonly kind: 'ready' }
  | { readonly kind: 'speaking'; readonly userId: string; readonly speaking: boolean }
  /** The audio of `say` with that id was sent, or cut off. */
  | { readonly kind: 'said'; readonly id: number }
  /** The voice connection ended; the socket is closed after this. */
  | { readonly kind: 'closed'; readonly code?: number; readonly reason: string }
  /** The page's message wasn't understood; the socket is closed after this. */
  | { readonly kind: 'error'; readonly message: string };

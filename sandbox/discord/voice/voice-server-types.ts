/** A place in a call, as the main gateway gave it. */
export interface Seat {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  /** Of the main gateway's session. */
  readonly sessionId: string;
  /** The server does not pass on what this person sends (server mute, or the audience of a stage). */
  readonly muted: boolean;
  /** The server sends this person no media (server deafened; self-deafened people are sent none either). */
  readonly deafened: boolean;
  /** Stages have no end-to-end encryption: protocol version 0. */
  readonly stage: boolean;
}

/** Somebody's voice connection ended and will not be resumed. */
export type Gone = (seat: Seat, code: number) => void;

/** The voice gateway v8 and its UDP media server, as the main gateway sees them. */
export interface VoiceServer {
  /** `host:port`, as VOICE_SERVER_UPDATE carries it. */
  readonly endpoint: string;
  /** PEM file of the certificate that clients must trust (`NODE_EXTRA_CA_CERTS`). */
  readonly certificatePath: string;
  /** The same as text. */
  readonly certificate: string;
  /** Gives that person a place; an older one of theirs in that guild ends with close code 4014 unless it is the same channel. */
  admit(seat: Seat): { readonly token: string };
  /** Default code 4014. */
  remove(guildId: string, userId: string, code?: number): void;
  setHearing(guildId: string, userId: string, change: { muted?: boolean; deafened?: boolean }): void;
  /** Who is connected to a channel's call with a voice socket that is ready. */
  connected(channelId: string): readonly string[];
  onGone(listener: Gone): void;
  readonly faults: VoiceFaults;
  close(): Promise<void>;
}

/** What a voice server can be told to do wrong. Each applies to one user, or to everybody when there is none. */
export interface VoiceFaults {
  /** Closes the voice socket with a code of spec 5, 1.4. */
  close(code: number, userId?: string): void;
  /** Destroys the TCP connection. */
  drop(userId?: string): void;
  /** The next `count` identifies are closed with this code. */
  refuse(code: number, count: number): void;
  /** MLS welcomes are kept back until released. */
  holdWelcome(): { release(): void };
  wrongEpochProposal(userId: string): void;
  /** The next `count` IP discoveries get no answer. */
  dropDiscovery(count: number): void;
  /** Shares of media packets sent to clients, 0 to 1, drawn from a seed; `delayMs` is the spread of the jitter. */
  impair(network: {
    readonly loss?: number;
    readonly reorder?: number;
    readonly duplicate?: number;
    readonly jitterMs?: number;
    readonly seed?: number;
  }): void;
  /** Sends that many packets of padding only, in the name of a speaker. */
  paddingBurst(speakerId: string, count: number): void;
  /** Which encryption modes are offered, in this order. */
  offerModes(modes: readonly ('aead_aes256_gcm_rtpsize' | 'aead_xchacha20_poly1305_rtpsize')[]): void;
  clear(): void;
}

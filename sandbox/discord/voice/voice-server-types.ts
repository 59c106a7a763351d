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

/**
 * Someone's voice connection ended and will not be resumed. After codes that invite to join again (such as 4006 and
 * 4009) it is told only when nobody was admitted to that seat for a while. Not told of what `admit` and `remove` ended, nor of a
 * connection that another one of the same seat replaced.
 */
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
  /** Their session ended and their seat was not given up: asking for it again brings no new server (a fault). */
  holds(guildId: string, userId: string): boolean;
  /** Who is connected to a channel's call with a voice socket that is ready. */
  connected(channelId: string): readonly string[];
  onGone(listener: Gone): void;
  readonly faults: VoiceFaults;
  /** What was seen, for tests and measurements. */
  readonly record: VoiceRecord;
  close(): Promise<void>;
}

/** Why a media packet of a client was not passed on. */
export type RefusedPacket =
  /** Before the session was described (op 4). */
  | 'too-early'
  /** Not from the address that was selected with op 1. */
  | 'wrong-source'
  /** The tag does not fit. */
  | 'forged'
  /** Extension or padding of lengths that cannot be. */
  | 'malformed'
  /** A sequence number that came before. */
  | 'replayed'
  /** Another packet was encrypted with the same counter, which gives the key away. */
  | 'reused-nonce'
  | 'muted'
  /** No op 5 followed in time. */
  | 'unannounced';

/** One authentic media packet, as it arrived. */
export interface SeenPacket {
  /** Monotonic, as `performance.now()` of this process. */
  readonly atMs: number;
  readonly sequence: number;
  readonly timestamp: number;
  /** Of the frame without transport encryption. */
  readonly frameBytes: number;
  /** `F8 FF FE`, which passes without end-to-end encryption. */
  readonly silence: boolean;
  readonly endToEndEncrypted: boolean;
}

/** Two packets in a row that are not one frame of 20 ms apart. */
export interface SeenGap {
  readonly atMs: number;
  /** 1 when none is missing. */
  readonly sequenceStep: number;
  /** 960 for one frame. */
  readonly timestampStep: number;
}

export interface UserRecord {
  /** Authentic packets of theirs. */
  readonly received: number;
  /** Copies of them sent to others. */
  readonly forwarded: number;
  /** Packets sent to them. */
  readonly delivered: number;
  readonly refused: Readonly<Record<RefusedPacket, number>>;
  /** Frames without end-to-end encryption although the call had it; silence is exempt. */
  readonly unencryptedFrames: number;
  readonly silenceFrames: number;
  /** Silence frames since their last other frame. */
  readonly trailingSilenceFrames: number;
  /** The latest of each; bounded. */
  readonly packets: readonly SeenPacket[];
  readonly gaps: readonly SeenGap[];
  /** How often they sent each op. */
  readonly ops: ReadonlyMap<number, number>;
}

export interface SeenClose {
  /** Who they said they were; undefined for a socket that never tried to identify or resume. */
  readonly userId: string | undefined;
  readonly by: 'server' | 'client';
  readonly code: number;
}

export interface VoiceRecord {
  /** A view that stays current. Of someone never seen: zeros. */
  of(userId: string): UserRecord;
  /** Every closed voice socket, the oldest first. */
  readonly closes: readonly SeenClose[];
  /** Datagrams that are neither discovery nor keep-alive nor Opus of an SSRC that someone has. */
  readonly strayPackets: number;
  clear(): void;
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
  /** Newcomers are not told who speaks already, until cleared: they hear of them with their next op 5 only. */
  withholdSpeakers(): void;
  /**
   * People whose voice session ended and who join the channel again aren't told a server until they have left it: their old
   * seat is still held.
   */
  holdSeats(): void;
  /** Which encryption modes are offered, in this order. */
  offerModes(modes: readonly ('aead_aes256_gcm_rtpsize' | 'aead_xchacha20_poly1305_rtpsize')[]): void;
  clear(): void;
}

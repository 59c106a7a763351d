import type { Ears } from '../ears/types.ts';
import type { Mouth } from '../mouth/types.ts';

/**
 * Why a room ended; each has its sentence in `words.voice.ends`. `disconnected`: by a moderator. `not-permitted`: a
 * permission was taken away. `lost`: the connection could not be rebuilt. `outdated`: Discord no longer speaks with
 * this version. `refused`: Discord wants no connection for now.
 */
export type RoomEnd =
  | 'asked'
  | 'alone'
  | 'idle'
  | 'disconnected'
  | 'not-permitted'
  | 'channel-gone'
  | 'guild-gone'
  | 'lost'
  | 'outdated'
  | 'refused'
  | 'shutting-down';

/**
 * A room in a voice channel. `moved`: a moderator put it into another channel, the new connection is on
 * its way. `muted`: by the server or its moderators, or by a permission that is missing; `suppressed`: in the audience of
 * a stage. `lost`: the connection is being resumed (attempt 0) or rebuilt. `left` absorbs everything.
 */
export type RoomState =
  | { readonly is: 'joining'; readonly channelId: string; readonly attempt: number }
  | { readonly is: 'ready'; readonly channelId: string }
  | { readonly is: 'moved'; readonly channelId: string; readonly from: string }
  | { readonly is: 'muted'; readonly channelId: string }
  | { readonly is: 'suppressed'; readonly channelId: string; readonly handRaised: boolean }
  | { readonly is: 'lost'; readonly channelId: string; readonly attempt: number }
  | { readonly is: 'leaving'; readonly channelId: string; readonly end: RoomEnd }
  | { readonly is: 'left'; readonly channelId: string; readonly end: RoomEnd };

export interface VoiceRoom {
  readonly guildId: string;
  readonly state: RoomState;
  readonly mouth: Mouth;
  readonly ears: Ears;
  /** Called after every change. Returns how to stop listening. */
  onChange(listener: (state: RoomState) => void): () => void;
  /** Counts as activity: the room does not idle away while something happens in it. */
  touch(): void;
  /** The voice channel's status line; undefined clears it. Without the permission nothing happens. */
  setStatus(text: string | undefined): Promise<void>;
  /** Idempotent; resolves when the connection is gone. */
  leave(end: RoomEnd): Promise<void>;
}

export interface EnterRequest {
  readonly guildId: string;
  readonly channelId: string;
  /** Text channel in which the room says why it ended or cannot be heard. */
  readonly noticesTo: string;
  /** Joined self-deafened, so that everybody sees that it cannot hear. */
  readonly deaf: boolean;
  readonly signal?: AbortSignal;
}

/** Where somebody is, as Discord says. */
export interface PersonInVoice {
  readonly channelId: string;
  /** Cannot hear: deafened by themselves or by the server. */
  readonly deafened: boolean;
}

/** All rooms of this process, at most one a guild (Discord's own limit). */
export interface VoiceRooms {
  of(guildId: string): VoiceRoom | undefined;
  /**
   * The room in that channel, joined if need be; resolves when it can be heard (`ready`).
   * @throws {Refusal} `bot-lacks-permissions`, `voice-elsewhere`, `voice-full`, `voice-nobody-there`, `voice-muted`,
   * `voice-audience`, `voice-unreachable`, `shutting-down`
   */
  enter(request: EnterRequest): Promise<VoiceRoom>;
  whereIs(guildId: string, userId: string): PersonInVoice | undefined;
  /** Called once for each room that ended. Returns how to stop listening. */
  onEnd(listener: (room: VoiceRoom, end: RoomEnd) => void): () => void;
  /** Leaves all, says why in each. */
  close(): Promise<void>;
}

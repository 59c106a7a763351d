import type { Ears } from '../ears/types.ts';
import type { Mouth } from '../mouth/types.ts';
import type { RoomFeature } from './feature.ts';

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

/**
 * What keeps the bot from being heard, or from hearing. `speak-missing`: the permission is. `unintelligible`: a speaker
 * cannot be decrypted. `heard-again` and `hears-again` end them.
 */
export type VoiceNotice =
  | 'muted'
  | 'speak-missing'
  | 'suppressed'
  | 'deafened'
  | 'unintelligible'
  | 'lost'
  | 'heard-again'
  | 'hears-again';

/** Something that a room says in words: what the matter is, or why it left. */
export type Said = { readonly notice: VoiceNotice } | { readonly end: RoomEnd };

/** Where a feature is told about its room, and in which language; the guild's own when absent. */
export interface NoticePlace {
  /** Of a text channel. */
  readonly channelId: string;
  readonly locale?: string | undefined;
  /** Asked before each: true when the feature shows it there itself, so that it isn't said twice. */
  readonly shows?: ((said: Said) => boolean) | undefined;
}

/**
 * A feature's place in a room, until it's released. What it hears, says and is told is its own; decoding, the bot's
 * deafness, the status line and the connection follow from all the leases of the room.
 */
export interface RoomLease extends AsyncDisposable {
  readonly guildId: string;
  readonly feature: RoomFeature;
  /** The room's; `left` from the release on, whatever becomes of the room. */
  readonly state: RoomState;
  readonly mouth: Mouth;
  readonly ears: Ears;
  /** Resolves once the lease is over, with why: `asked` when it was released. */
  readonly ended: Promise<RoomEnd>;
  /** Called after every change. Returns how to stop listening. */
  onChange(listener: (state: RoomState) => void): () => void;
  /** Counts as activity: the room does not idle away while something happens in it. */
  touch(): void;
  /**
   * The voice channel's status line while no more important feature wants one; undefined: none. Without the permission
   * nothing happens.
   */
  setStatus(text: string | undefined): Promise<void>;
  /** Gives the place back; the last one leaves the channel, and it resolves when the connection is gone. Idempotent. */
  release(): Promise<void>;
}

export interface EnterRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly feature: RoomFeature;
  /** Where the room says why it ended or cannot be heard. */
  readonly notices: NoticePlace;
  /** Who agreed already to be heard by this feature; nobody when absent. */
  readonly allowed?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** Where a person is, according to Discord. */
export interface PersonInVoice {
  readonly channelId: string;
  /** Cannot hear: deafened by themselves or by the server. */
  readonly deafened: boolean;
  /** By the server: a moderator doesn't want them heard. */
  readonly muted: boolean;
}

/** All rooms of this process, at most one a guild (Discord's own limit). */
export interface VoiceRooms {
  /** What that feature has of the guild's room; also while it is still being joined. */
  of(guildId: string, feature: RoomFeature): RoomLease | undefined;
  /**
   * A lease in that channel's room, which is joined if need be; resolves when it can be heard (`ready`). A feature that is
   * there already gets the same lease again, with its notices in the new place.
   * @throws {Refusal} `bot-lacks-permissions`, `voice-elsewhere`, `voice-full`, `voice-nobody-there`, `voice-muted`,
   * `voice-audience`, `voice-unreachable`, `shutting-down`
   */
  enter(request: EnterRequest): Promise<RoomLease>;
  whereIs(guildId: string, userId: string): PersonInVoice | undefined;
  /** Leaves all, says why in each. */
  close(): Promise<void>;
}

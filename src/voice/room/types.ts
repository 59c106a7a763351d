import type { Ears } from '../ears/types.ts';
import type { Mouth } from '../mouth/types.ts';
import type { RoomFeature } from './feature.ts';

/**
 * Why a room ended; each has its sentence in `words.voice.ends`. `disconnected`: by a moderator. `not-permitted`: a
 * permission was removed. `lost`: the connection couldn't be rebuilt. `outdated`: Discord no longer supports this
 * version. `refused`: Discord wants no connection for now.
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
 * A room in a voice channel. `moved`: a moderator moved it to another channel, and the new connection is on its way.
 * `muted`: by the server or its moderators, or by a missing permission; `suppressed`: in a stage's audience. `lost`:
 * the connection is being resumed (attempt 0) or rebuilt. `left` is final.
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
 * What keeps the bot from being heard, or from hearing. `speak-missing`: the permission is missing. `unintelligible`: a
 * speaker can't be decrypted. `heard-again` and `hears-again` end them: `goes-on` if it has something left to say there,
 * `missed-words` if its feature listens there and people spoke to it in between. `lost-midway`: it's lost with something
 * left to say. `status-stuck`: a channel that it left says that it's there.
 */
export type VoiceNotice =
  | 'muted'
  | 'speak-missing'
  | 'suppressed'
  | 'deafened'
  | 'unintelligible'
  | 'lost'
  | 'lost-midway'
  | 'heard-again'
  | 'goes-on'
  | 'missed-words'
  | 'hears-again'
  | 'status-stuck';

/** Something that a room says in words: what's wrong, or why it left. */
export type Said = { readonly notice: VoiceNotice } | { readonly end: RoomEnd };

/** Where a feature is told about its room, and in which language. Default: the guild's own. */
export interface NoticePlace {
  /** Of a text channel. */
  readonly channelId: string;
  readonly locale?: string | undefined;
  /** Asked each time: true if the feature shows it there itself, so that it isn't posted twice. */
  readonly shows?: ((said: Said) => boolean) | undefined;
  /** Asked when the room can be heard again: true if people spoke to the feature in between, which it didn't hear. */
  readonly missedWords?: (() => boolean) | undefined;
}

/**
 * A feature's place in a room, until it's released. It has its own hearing, speech and notices; decoding, the bot's
 * deafness, the status line and the connection depend on all the room's leases.
 */
export interface RoomLease extends AsyncDisposable {
  readonly guildId: string;
  readonly feature: RoomFeature;
  /** The room's state; `left` after the release, whatever the room does. */
  readonly state: RoomState;
  readonly mouth: Mouth;
  readonly ears: Ears;
  /** Resolves with the reason once the lease is over: `asked` if it was released. */
  readonly ended: Promise<RoomEnd>;
  /** Called after every change. Returns a function that stops listening. */
  onChange(listener: (state: RoomState) => void): () => void;
  /** Counts as activity, so that the room doesn't time out. */
  touch(): void;
  /**
   * Sets the voice channel's status line, unless a more important feature wants one; undefined: none. Without the
   * permission, nothing happens.
   */
  setStatus(text: string | undefined): Promise<void>;
  /**
   * Gives the place back. The last one leaves the channel, and it resolves when the connection is gone. Idempotent.
   */
  release(): Promise<void>;
}

export interface EnterRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly feature: RoomFeature;
  /** Where the room says why it ended or can't be heard. */
  readonly notices: NoticePlace;
  /** People who already agreed to be heard by this feature. Default: nobody. */
  readonly allowed?: ReadonlySet<string>;
  /** How long the bot stays from now on if nothing happens. Default: as the bot's owner set it. */
  readonly idleMs?: number | undefined;
  readonly signal?: AbortSignal;
}

/** Where a person is, according to Discord. */
export interface PersonInVoice {
  readonly channelId: string;
  /** Can't hear: deafened by themselves or by the server. */
  readonly deafened: boolean;
  /** By the server: a moderator doesn't want them heard. */
  readonly muted: boolean;
}

/** All rooms in this process, at most one per guild (Discord's own limit). */
export interface VoiceRooms {
  /** That feature's lease in the guild's room, even while it's being joined. */
  of(guildId: string, feature: RoomFeature): RoomLease | undefined;
  /**
   * A lease in that channel's room, joining it if necessary; resolves when people can hear it (`ready`). A feature
   * that's already there gets the same lease, with its notices in the new place.
   * @throws {Refusal} `bot-lacks-permissions`, `voice-elsewhere`, `voice-full`, `voice-nobody-there`, `voice-muted`,
   * `voice-audience`, `voice-unreachable`, `shutting-down`
   */
  enter(request: EnterRequest): Promise<RoomLease>;
  whereIs(guildId: string, userId: string): PersonInVoice | undefined;
  /** Leaves all of them and says why in each. */
  close(): Promise<void>;
}

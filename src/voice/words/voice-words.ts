import type { RoomEnd } from '../room/types.ts';

/** What a sentence about a voice channel can name. */
export interface VoiceFacts {
  readonly channelId: string;
  /** The names of permissions that are missing, as one phrase; empty when none is. */
  readonly permissions: string;
}

/**
 * What keeps the bot from being heard, or from hearing. `speak-missing`: the permission is. `unintelligible`: somebody
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

/** Everything that a room in a voice channel says in its text channel. */
export interface VoiceWords {
  /** Why it left. */
  readonly ends: Readonly<Record<RoomEnd, (facts: VoiceFacts) => string>>;
  readonly notices: Readonly<Record<VoiceNotice, (facts: VoiceFacts) => string>>;
  /** The voice channel's status line. */
}

import type { RoomEnd, VoiceNotice } from '../room/types.ts';

/** What a sentence about a voice channel can name. */
export interface VoiceFacts {
  readonly channelId: string;
  /** The names of permissions that are missing, as one phrase; empty when none is. */
  readonly permissions: string;
}

/** Everything that a room in a voice channel says in its text channel. */
export interface VoiceWords {
  /** Why it left. */
  readonly ends: Readonly<Record<RoomEnd, (facts: VoiceFacts) => string>>;
  readonly notices: Readonly<Record<VoiceNotice, (facts: VoiceFacts) => string>>;
  /** The voice channel's status line. */
}

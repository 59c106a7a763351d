/** Who sits in which voice channel, as READY, GUILD_CREATE and VOICE_STATE_UPDATE carry it. */
export interface VoiceState {
  readonly guild_id?: string;
  /** Null: has just left. */
  readonly channel_id: string | null;
  readonly user_id: string;
  readonly session_id: string;
  /** By a moderator. */
  readonly deaf: boolean;
  readonly mute: boolean;
  readonly self_deaf: boolean;
  readonly self_mute: boolean;
  /** In the audience of a stage, or without the permission to speak. */
  readonly suppress: boolean;
  /** The raised hand on a stage. */
  readonly request_to_speak_timestamp?: string | null;
}

export interface VoiceServerUpdate {
  readonly guild_id: string;
  readonly token: string;
  /** `host:port`; null while there is none. */
  readonly endpoint: string | null;
}

export interface VoiceChannelStatus {
  readonly id: string;
  readonly guild_id: string;
  readonly status: string | null;
}

/** Update Voice State (op 4) of the gateway. */
export interface VoiceStateWish {
  readonly guild_id: string;
  readonly channel_id: string | null;
  readonly self_mute: boolean;
  readonly self_deaf: boolean;
}

import type { JsonObject } from '../../json.ts';
import type { Member } from '../../world/model.ts';
import { memberWire } from '../../world/wire.ts';
import type { World } from '../../world/world.ts';

/** One user in one voice channel, as Discord's voice state object has it. */
export interface VoiceState {
  readonly guildId: string;
  readonly userId: string;
  channelId: string;
  /** Of the main gateway's session that joined. */
  sessionId: string;
  selfMute: boolean;
  selfDeaf: boolean;
  selfVideo: boolean;
  /** In the audience of a stage. */
  suppress: boolean;
  /** ISO time of the raised hand. */
  requestToSpeakAt: string | null;
}

/** `channel_id` null: who this is has just left. */
export function voiceStateWire(
  world: World,
  state: VoiceState,
  member: Member,
  channelId: string | null = state.channelId,
): JsonObject {
  return {
    guild_id: state.guildId,
    channel_id: channelId,
    user_id: state.userId,
    member: memberWire(world, member),
    session_id: state.sessionId,
    deaf: member.deaf,
    mute: member.mute,
    self_deaf: state.selfDeaf,
    self_mute: state.selfMute,
    self_stream: false,
    self_video: state.selfVideo,
    suppress: state.suppress,
    request_to_speak_timestamp: state.requestToSpeakAt,
  };
}

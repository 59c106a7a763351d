import { z } from 'zod';
import type { VoiceStates } from './voice-states.ts';

const schema = z.object({
  guild_id: z.string().nullable(),
  channel_id: z.string().nullable(),
  self_mute: z.boolean().default(false),
  self_deaf: z.boolean().default(false),
  self_video: z.boolean().default(false),
});

/** Update Voice State (op 4). False when the payload is not understood. */
export function updateVoiceState(
  voice: VoiceStates,
  session: { readonly id: string; readonly userId: string },
  isMember: (guildId: string) => boolean,
  payload: unknown,
): boolean {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return false;
  const { guild_id: guildId, channel_id: channelId, self_mute, self_deaf, self_video } = parsed.data;
  if (guildId === null || !isMember(guildId)) return true;
  voice.update(session, guildId, {
    channelId,
    selfMute: self_mute,
    selfDeaf: self_deaf,
    selfVideo: self_video,
  });
  return true;
}

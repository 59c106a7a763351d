import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { has, permissionsIn } from '../../permissions.ts';
import type { Channel } from '../../world/model.ts';
import type { World } from '../../world/world.ts';

export const voiceTypes: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
]);

/**
 * Discord answers a join that is not allowed with silence: no View Channel or Connect, a channel that is no voice
 * channel, or a full one (unless the user may move members there).
 */
export function mayJoin(world: World, userId: string, channel: Channel, present: number): boolean {
  if (!voiceTypes.has(channel.type)) return false;
  const mask = permissionsIn(world, userId, channel);
  if (!has(mask, Bits.ViewChannel | Bits.Connect)) return false;
  return channel.userLimit === 0 || present < channel.userLimit || has(mask, Bits.MoveMembers);
}

/** Without Speak a member of a voice channel is suppressed; on a stage everybody begins in the audience. */
export function beginsSuppressed(world: World, userId: string, channel: Channel): boolean {
  if (channel.type === ChannelType.GuildStageVoice) return true;
  return !has(permissionsIn(world, userId, channel), Bits.Speak);
}

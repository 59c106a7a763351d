import { type Channel, ChannelType, type PermissionsString } from 'discord.js';

/** Where the bot can speak. */
export const voiceTypes = [ChannelType.GuildVoice, ChannelType.GuildStageVoice] as const;

/** What can be read aloud. */
export const readableTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ...voiceTypes,
] as const;

/** What the bot needs to read a channel and to announce it there. */
export const readingNeeds: readonly PermissionsString[] = ['ViewChannel', 'SendMessages'];

/** What the bot needs to speak in a channel; on a stage, it asks to. */
export function speakingNeeds(channel: Pick<Channel, 'type'> | undefined): readonly PermissionsString[] {
  const isStage = channel?.type === ChannelType.GuildStageVoice;
  return isStage ? ['ViewChannel', 'Connect'] : ['ViewChannel', 'Connect', 'Speak'];
}

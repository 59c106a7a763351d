import { ChannelType } from 'discord.js';

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

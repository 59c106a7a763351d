import type { ChannelType } from 'discord-api-types/v10';
import type { Channel } from './model.ts';

/** A channel in which nothing is set yet. */
export function emptyChannel(id: string, type: ChannelType, name: string, guildId: string | null): Channel {
  return {
    id,
    type,
    name,
    guildId,
    parentId: null,
    position: 0,
    topic: null,
    nsfw: false,
    slowmodeSeconds: 0,
    bitrate: 64_000,
    userLimit: 0,
    voiceStatus: null,
    overwrites: new Map(),
    tags: [],
    lastMessageId: null,
  };
}

import type { ChatSession } from '../client/chat-session.ts';
import { isVoice } from '../store/channel-sections.ts';
import { may } from '../store/permissions.ts';
import { channelTypes } from '../wire/places.ts';
import type { MenuEntry } from './menu.ts';
import { voiceMenu } from './voice-menu.ts';

/** What this person may do with someone in a voice channel of that server. */
export function voiceEntries(
  { directory, voiceStates, person }: ChatSession,
  guildId: string | undefined,
  userId: string,
): readonly MenuEntry[] {
  const state = voiceStates.find(guildId, userId);
  const channel = directory.channels.get(state?.channel_id ?? '');
  if (!state || !channel) return [];
  return voiceMenu(state, {
    mute: may(directory, channel, person.id, 'muteMembers'),
    deafen: may(directory, channel, person.id, 'deafenMembers'),
    move: may(directory, channel, person.id, 'moveMembers'),
    onStage: channel.type === channelTypes.stage,
    channels: [...directory.channels.values()].filter(
      (other) => other.guild_id === guildId && isVoice(other) && other.id !== channel.id,
    ),
  });
}

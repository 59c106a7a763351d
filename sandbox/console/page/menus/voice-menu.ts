import type { VoiceChange } from '../voice/voice-change.ts';
import type { Channel } from '../wire/places.ts';
import type { VoiceState } from '../wire/voice.ts';
import { pageWords } from '../words/current.ts';
import type { MenuEntry, MenuItem } from './menu.ts';

/** What someone may do with the people of a voice channel, and where those could go. */
export interface VoiceModeration {
  readonly mute: boolean;
  readonly deafen: boolean;
  readonly move: boolean;
  readonly onStage: boolean;
  /** The other voice channels of the server. */
  readonly channels: readonly Channel[];
}

/** What moderators find in the menu of someone who is in a voice channel; empty foreveryone else. */
export function voiceMenu(state: VoiceState, may: VoiceModeration): readonly MenuEntry[] {
  const { user_id: userId, channel_id: channelId, guild_id: guildId } = state;
  if (!guildId || channelId === null) return [];
  const item = (key: string, label: string, change: VoiceChange): MenuItem => ({
    kind: 'item',
    key,
    label,
    action: { kind: 'voice', guildId, change },
  });
  const mute = item(
    'voice-mute',
    state.mute ? pageWords().messages.serverUnmute : pageWords().messages.serverMute,
    {
      kind: 'mute',
      userId,
      on: !state.mute,
    },
  );
  const deafen = item(
    'voice-deafen',
    state.deaf ? pageWords().messages.serverUndeafen : pageWords().messages.serverDeafen,
    {
      kind: 'deafen',
      userId,
      on: !state.deaf,
    },
  );
  const stage = state.suppress
    ? item('voice-invite', pageWords().messages.inviteToSpeak, {
        kind: 'suppress',
        userId,
        channelId,
        on: false,
      })
    : item('voice-audience', pageWords().messages.toAudience, {
        kind: 'suppress',
        userId,
        channelId,
        on: true,
      });
  const move: MenuEntry = {
    kind: 'group',
    key: 'voice-move',
    label: pageWords().messages.moveTo,
    items: may.channels.map((channel) =>
      item(`voice-move-${channel.id}`, channel.name ?? channel.id, {
        kind: 'move',
        userId,
        channelId: channel.id,
      }),
    ),
    empty: pageWords().messages.noOtherVoice,
  };
  const disconnect: MenuItem = {
    ...item('voice-disconnect', pageWords().voice.disconnect, { kind: 'move', userId, channelId: null }),
    danger: true,
  };
  return [
    ...(may.onStage && may.mute ? [stage] : []),
    ...(may.mute && !may.onStage ? [mute] : []),
    ...(may.deafen ? [deafen] : []),
    ...(may.move ? [move, disconnect] : []),
  ];
}

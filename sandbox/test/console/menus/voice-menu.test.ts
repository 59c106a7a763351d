import { describe, expect, test } from 'vitest';
import { voiceMenu } from '../../../console/page/menus/voice-menu.ts';
import { type VoiceChange, voiceChangeRequest } from '../../../console/page/voice/voice-change.ts';
import type { VoiceState } from '../../../console/page/wire/voice.ts';

const seated: VoiceState = {
  guild_id: '10',
  channel_id: '20',
  user_id: '3',
  session_id: 's',
  deaf: false,
  mute: false,
  self_deaf: false,
  self_mute: false,
  suppress: false,
};
const all = {
  mute: true,
  deafen: true,
  move: true,
  onStage: false,
  channels: [{ id: '21', type: 2, name: 'Workshop' }],
};
const labels = (state: VoiceState, may: Parameters<typeof voiceMenu>[1]) =>
  voiceMenu(state, may).map(({ label }) => label);

describe('the menu of somebody in a voice channel', () => {
  test('has nothing for those who may do nothing', () => {
    expect(voiceMenu(seated, { ...all, mute: false, deafen: false, move: false })).toEqual([]);
  });

  test.each([
    ['mute', 'Server mute'],
    ['deafen', 'Server deafen'],
  ] as const)('offers with the permission to %s nothing but that', (permission, label) => {
    const may = { ...all, mute: false, deafen: false, move: false, [permission]: true };
    expect(labels(seated, may)).toEqual([label]);
  });

  test('offers with the permission to move other channels, and the way out', () => {
    const entries = voiceMenu(seated, { ...all, mute: false, deafen: false });
    expect(entries.map(({ label }) => label)).toEqual(['Move to', 'Disconnect']);
    expect(entries[0]).toMatchObject({
      items: [
        {
          label: 'Workshop',
          action: { guildId: '10', change: { kind: 'move', userId: '3', channelId: '21' } },
        },
      ],
    });
    expect(entries[1]).toMatchObject({ danger: true, action: { change: { kind: 'move', channelId: null } } });
  });

  test('takes off what was put on', () => {
    expect(labels({ ...seated, mute: true, deaf: true }, all).slice(0, 2)).toEqual([
      'Remove server mute',
      'Remove server deafen',
    ]);
  });

  test('invites the audience of a stage to speak, and sends speakers back', () => {
    const stage = { ...all, onStage: true };
    expect(labels({ ...seated, suppress: true }, stage)[0]).toBe('Invite to speak');
    expect(labels(seated, stage)[0]).toBe('Move to the audience');
  });

  test('is empty for somebody who has left', () => {
    expect(voiceMenu({ ...seated, channel_id: null }, all)).toEqual([]);
  });
});

test.each<[VoiceChange, string, object]>([
  [{ kind: 'mute', userId: '3', on: true }, '/guilds/10/members/3', { mute: true }],
  [{ kind: 'deafen', userId: '3', on: false }, '/guilds/10/members/3', { deaf: false }],
  [{ kind: 'move', userId: '3', channelId: '21' }, '/guilds/10/members/3', { channel_id: '21' }],
  [{ kind: 'move', userId: '3', channelId: null }, '/guilds/10/members/3', { channel_id: null }],
  [
    { kind: 'suppress', userId: '3', channelId: '22', on: false },
    '/guilds/10/voice-states/3',
    { channel_id: '22', suppress: false },
  ],
  [
    { kind: 'become-speaker', channelId: '22' },
    '/guilds/10/voice-states/@me',
    { channel_id: '22', suppress: false },
  ],
  [
    { kind: 'raise-hand', channelId: '22', at: null },
    '/guilds/10/voice-states/@me',
    { channel_id: '22', request_to_speak_timestamp: null },
  ],
])('%j is asked for as Discord documents it', (change, path, body) => {
  expect(voiceChangeRequest('10', change)).toEqual({ path, body });
});

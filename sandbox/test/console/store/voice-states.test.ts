import { beforeEach, describe, expect, test } from 'vitest';
import { VoiceStates } from '../../../console/page/store/voice-states.ts';
import type { VoiceState } from '../../../console/page/wire/voice.ts';

function state(userId: string, channelId: string | null, more: Partial<VoiceState> = {}): VoiceState {
  return {
    guild_id: '10',
    channel_id: channelId,
    user_id: userId,
    session_id: `session-${userId}`,
    deaf: false,
    mute: false,
    self_deaf: false,
    self_mute: false,
    suppress: false,
    ...more,
  };
}

let states: VoiceStates;
const inside = (channelId: string) => states.inChannel(channelId).map(({ user_id }) => user_id);

beforeEach(() => {
  states = new VoiceStates();
  const { guild_id: _left, ...withoutGuild } = state('1', '20');
  states.apply('READY', {
    guilds: [
      {
        id: '10',
        name: 'Guild',
        channels: [{ id: '20', type: 2, status: 'Reading aloud' }],
        voice_states: [withoutGuild],
      },
    ],
  });
});

describe('the people of a voice channel', () => {
  test('are those of READY, whose states leave the guild out', () => {
    expect(inside('20')).toEqual(['1']);
    expect(states.find('10', '1')?.guild_id).toBe('10');
  });

  test('come and go', () => {
    states.apply('VOICE_STATE_UPDATE', state('2', '20'));
    expect(inside('20')).toEqual(['1', '2']);
    states.apply('VOICE_STATE_UPDATE', state('1', null));
    expect(inside('20')).toEqual(['2']);
    expect(states.find('10', '1')).toBeUndefined();
  });

  test('keep their order when they mute, and come last where they move to', () => {
    states.apply('VOICE_STATE_UPDATE', state('2', '20'));
    states.apply('VOICE_STATE_UPDATE', state('3', '21'));
    states.apply('VOICE_STATE_UPDATE', state('1', '20', { self_mute: true }));
    expect(inside('20')).toEqual(['1', '2']);
    states.apply('VOICE_STATE_UPDATE', state('1', '21'));
    expect(inside('20')).toEqual(['2']);
    expect(inside('21')).toEqual(['3', '1']);
  });

  test('are forgotten with their guild, and by a new READY', () => {
    states.apply('GUILD_CREATE', { id: '11', name: 'Other', voice_states: [state('5', '30')] });
    expect(inside('30')).toEqual(['5']);
    states.apply('GUILD_DELETE', { id: '11' });
    expect(inside('30')).toEqual([]);
    states.apply('READY', { guilds: [] });
    expect(inside('20')).toEqual([]);
  });
});

test('the status line is the one of the guild until it is set again or cleared', () => {
  expect(states.statusOf('20')).toBe('Reading aloud');
  states.apply('VOICE_CHANNEL_STATUS_UPDATE', { id: '20', guild_id: '10', status: 'Listening' });
  expect(states.statusOf('20')).toBe('Listening');
  states.apply('VOICE_CHANNEL_STATUS_UPDATE', { id: '20', guild_id: '10', status: null });
  expect(states.statusOf('20')).toBeUndefined();
});

test('every change is told, and nothing else', () => {
  let changes = 0;
  states.subscribe(() => {
    changes += 1;
  });
  states.apply('VOICE_STATE_UPDATE', state('2', '20'));
  states.apply('MESSAGE_CREATE', {});
  expect(changes).toBe(1);
});

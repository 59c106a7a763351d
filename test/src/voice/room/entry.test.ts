import { describe, expect, it } from 'vitest';
import type { VoicePermission } from '../../../../src/voice/room/presence.ts';
import { checkEntry } from '../../../../src/voice/room/rooms.ts';
import { type FakePlace, FakePresence } from '../../../support/fake-presence.ts';
import { refusedWith } from '../../../support/rejection.ts';

function refusalFor(change: Partial<FakePlace>) {
  const presence = new FakePresence();
  presence.addPlace('c', { occupants: ['person'], ...change });
  return refusedWith(() => checkEntry(presence.place('g', 'c'), 'c'));
}

describe('a voice channel', () => {
  it.each([
    [['ViewChannel'], ['ViewChannel']],
    [['Connect'], ['Connect']],
    [['Speak'], ['Speak']],
    [
      ['Speak', 'ViewChannel', 'Connect'],
      ['ViewChannel', 'Connect', 'Speak'],
    ],
  ] as const)('without %j is refused with exactly these names', (denied, permissions) => {
    expect(refusalFor({ denied: [...denied] })).toEqual({
      code: 'bot-lacks-permissions',
      permissions,
      channelId: 'c',
    });
  });

  it.each(['MuteMembers', 'MoveMembers', 'RequestToSpeak', 'SetVoiceChannelStatus'] as VoicePermission[])(
    'without %s can be entered',
    (permission) => expect(refusalFor({ denied: [permission] })).toBeUndefined(),
  );

  it('in which only bots are counts as empty', () => {
    expect(refusalFor({ occupants: ['music'], bots: ['music'] })).toEqual({
      code: 'voice-nobody-there',
      channelId: 'c',
    });
  });

  it('that is full is refused unless the bot may move members', () => {
    const full = { userLimit: 2, occupants: ['a', 'b'] };
    expect(refusalFor({ ...full, denied: ['MoveMembers'] })).toEqual({ code: 'voice-full', channelId: 'c' });
    expect(refusalFor(full)).toBeUndefined();
    expect(refusalFor({ userLimit: 3, occupants: ['a', 'b'], denied: ['MoveMembers'] })).toBeUndefined();
  });
});

describe('a stage', () => {
  it('needs one of the two ways to speak, and not the permission Speak', () => {
    const on = (...denied: VoicePermission[]) => refusalFor({ kind: 'stage', denied });
    expect(on('Speak', 'MuteMembers')).toBeUndefined();
    expect(on('Speak', 'RequestToSpeak')).toBeUndefined();
    expect(on('MuteMembers', 'RequestToSpeak')).toMatchObject({ permissions: ['RequestToSpeak'] });
  });
});

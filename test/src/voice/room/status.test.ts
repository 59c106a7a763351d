import { describe, expect, it } from 'vitest';
import { VoiceStatus } from '../../../../src/voice/room/status.ts';
import { recordingLog } from '../../../support/fake-log.ts';
import { FakePresence } from '../../../support/fake-presence.ts';

function status() {
  const presence = new FakePresence();
  const here = presence.addPlace('here');
  presence.addPlace('there');
  presence.setOwn({ channelId: 'here' });
  const { log, lines } = recordingLog();
  return { presence, here, lines, status: new VoiceStatus(presence, 'g', log) };
}

describe('the status of a voice channel', () => {
  it('is written once as long as it is the same', async () => {
    const { presence, status: shown } = status();
    shown.wish('Reading');
    await shown.show('here');
    await shown.show('here');
    expect(presence.asked).toEqual(['here: Reading']);
  });

  it('is cut to what Discord takes', async () => {
    const { presence, status: shown } = status();
    shown.wish('x'.repeat(600));
    await shown.show('here');
    expect(presence.asked[0]).toHaveLength('here: '.length + 500);
  });

  it('follows the bot, and is cleared behind it where that is permitted', async () => {
    const { presence, status: shown } = status();
    shown.wish('Reading');
    await shown.show('here');
    presence.setOwn({ channelId: 'there' });
    await shown.show('there');
    expect(presence.asked).toEqual(['here: Reading', 'here: null', 'there: Reading']);
  });

  it('is left behind where clearing it from outside needs a permission that the bot lacks', async () => {
    const { presence, here, status: shown } = status();
    here.denied = ['ManageChannels'];
    shown.wish('Reading');
    await shown.show('here');
    presence.setOwn({ channelId: 'there' });
    await shown.show('there');
    expect(presence.asked).toEqual(['here: Reading', 'there: Reading']);
  });

  it('is not for stages', async () => {
    const { presence, here, status: shown } = status();
    here.kind = 'stage';
    shown.wish('Reading');
    await shown.show('here');
    expect(presence.asked).toEqual([]);
  });

  it('that Discord refuses is logged, and tried again with the next change', async () => {
    const { presence, lines, status: shown } = status();
    presence.failure = new Error('Missing Permissions');
    shown.wish('Reading');
    await shown.show('here');
    expect(lines).toContainEqual(expect.objectContaining({ level: 40 }));
    presence.failure = undefined;
    await shown.show('here');
    expect(presence.asked).toEqual(['here: Reading', 'here: Reading']);
  });
});

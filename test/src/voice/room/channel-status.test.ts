import { describe, expect, test } from 'vitest';
import {
  giveBackStatuses,
  OwedStatuses,
  type StatusRecord,
  VoiceStatus,
} from '../../../../src/voice/room/channel-status.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';
import { FakePresence } from '../../../support/fake-presence.ts';
import { MemoryShelf } from '../../../support/memory-shelf.ts';

const it = test
  .extend('world', () => world())
  .extend('night', () => reading('movie night'))
  .extend('plain', () => reading());

/** A bot in the channel `here`; what Discord shows is told to it as an event, as Discord does. */
function world() {
  const presence = new FakePresence();
  const places = { here: presence.addPlace('here'), there: presence.addPlace('there') };
  presence.setOwn({ channelId: 'here' });
  const { log, lines } = recordingLog();
  const records = new MemoryShelf<StatusRecord>();
  const common = { presence, records, clock: new FakeClock(), log };
  const owed = new OwedStatuses(common);
  const parts = { ...common, owed };
  const stuck: string[] = [];
  const status = new VoiceStatus(parts, 'g', (channelId) => void stuck.push(channelId));
  const put = presence.setStatus.bind(presence);
  presence.setStatus = async (channelId, text) => {
    await put(channelId, text);
    status.noteStatus('changed', channelId, text);
  };
  const people = (text: string | null, channelId = 'here') => {
    presence.statuses.set(channelId, text);
    status.noteStatus('changed', channelId, text);
  };
  const say = async (text: string) => {
    status.wish(text);
    await status.show('here');
  };
  const look = async () => {
    owed.look('g');
    await owed.settled();
  };
  return { presence, ...places, parts, owed, stuck, records, lines, status, people, say, look };
}

async function reading(before: string | null = null) {
  const made = world();
  made.people(before);
  await made.say('Reading');
  return made;
}

/** Discord doesn't say in time what was there. */
async function unanswered() {
  const made = world();
  made.presence.answersStatus = false;
  const said = made.say('Reading');
  await made.parts.clock.advance(3_000);
  await said;
  return made;
}

/** It went on to another channel, and may not write here from there. */
async function leftBehind(before: string | null = null) {
  const made = await reading(before);
  made.here.denied = ['ManageChannels'];
  made.presence.setOwn({ channelId: 'there' });
  await made.status.show('there');
  return made;
}

/** The process that read there was killed. */
async function killed(before: string | null = 'movie night') {
  const made = await reading(before);
  made.presence.setOwn({ channelId: undefined });
  return { ...made, giveBack: async () => await giveBackStatuses(made.parts, () => false) };
}

describe('the status of a voice channel', () => {
  it('is written once as long as it is the same', async ({ plain: { presence, status } }) => {
    await status.show('here');
    expect(presence.asked).toEqual(['here: Reading']);
  });

  it('is cut to what Discord takes', async ({ world: { presence, say } }) => {
    await say('x'.repeat(600));
    expect(presence.asked[0]).toHaveLength('here: '.length + 500);
  });

  it('is cleared when there was none before', async ({ plain: { presence, status, records } }) => {
    await status.show(undefined);
    expect(presence.asked).toEqual(['here: Reading', 'here: null']);
    expect(records.records.size).toBe(0);
  });

  it('follows the bot, and is cleared behind it where that is permitted', async () => {
    const { presence, status } = await reading();
    presence.setOwn({ channelId: 'there' });
    await status.show('there');
    expect(presence.asked).toEqual(['here: Reading', 'here: null', 'there: Reading']);
  });

  it('is left behind where clearing it from outside needs a permission that the bot lacks', async () => {
    const { presence, stuck } = await leftBehind();
    expect(presence.asked).toEqual(['here: Reading', 'there: Reading']);
    expect(stuck).toEqual(['here']);
  });

  it('that was left behind is cleared as soon as the bot may, and what people wrote since is left alone', async () => {
    const { presence, here, owed, records, people, look } = await leftBehind('Movie night');
    await look();
    expect(presence.asked.at(-1)).toBe('there: Reading');
    here.denied = [];
    owed.look('another guild');
    owed.look('g');
    await look();
    expect(presence.asked.filter((each) => each.startsWith('here'))).toEqual([
      'here: Reading',
      'here: Movie night',
    ]);
    expect([...records.records.keys()]).toEqual(['there']);
    owed.owe('here', { guildId: 'g', ours: ['Reading'], theirs: null });
    people('Chess');
    await look();
    expect(presence.asked.at(-1)).toBe('here: Movie night');
  });

  it('that was left behind is tried again if Discord refuses, and is left to the room that is back', async () => {
    const { presence, here, owed, look } = await leftBehind();
    here.denied = [];
    presence.failure = new Error('429');
    await look();
    await look();
    expect(presence.asked.filter((each) => each === 'here: null')).toHaveLength(2);
    presence.failure = undefined;
    presence.setOwn({ channelId: 'here' });
    owed.look('g');
    presence.setOwn({ channelId: 'there' });
    await look();
    expect(presence.asked.filter((each) => each === 'here: null')).toHaveLength(2);
  });

  it('that was left behind is asked for again if Discord does not say what it is', async () => {
    const { presence, here, records, look } = await leftBehind('Movie night');
    here.denied = [];
    presence.statuses.set('here', undefined);
    await look();
    expect([...records.records.keys()]).toContain('here');
    presence.statuses.set('here', 'Reading');
    await look();
    expect(presence.asked.at(-1)).toBe('here: Movie night');
    expect([...records.records.keys()]).not.toContain('here');
  });

  it('is not for stages', async ({ world: { presence, here, say } }) => {
    here.kind = 'stage';
    await say('Reading');
    expect(presence.asked).toEqual([]);
  });

  it('that Discord refuses is logged, and tried again with the next change', async () => {
    const { presence, lines, status, records, say } = world();
    presence.failure = new Error('Missing Permissions');
    await say('Reading');
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
    expect(records.records.size).toBe(0);
    presence.failure = undefined;
    await status.show('here');
    expect(presence.asked).toEqual(['here: Reading', 'here: Reading']);
  });

  it('that Discord refuses to change is still written the next time it is asked for', async () => {
    const { presence, status, say } = await reading();
    presence.failure = new Error('Missing Permissions');
    await say('Listening');
    presence.failure = undefined;
    await status.show('here');
    expect(presence.asked).toEqual(['here: Reading', 'here: Listening', 'here: Listening']);
  });

  it('is written even when what was there cannot be kept', async () => {
    const { presence, records, lines, say } = world();
    records.set = () => Promise.reject(new Error('disk full'));
    await say('Listening');
    expect(presence.statuses.get('here')).toBe('Listening');
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
  });
});

describe('what members had set', () => {
  it('is put back when the bot leaves', async ({ night: { presence, status } }) => {
    expect(presence.statuses.get('here')).toBe('Reading');
    await status.show(undefined);
    expect(presence.statuses.get('here')).toBe('movie night');
  });

  it('is put back although the bot changed its own words meanwhile', async () => {
    const { presence, status, say } = await reading('movie night');
    await say('Listening');
    await status.show(undefined);
    expect(presence.statuses.get('here')).toBe('movie night');
  });

  it('stays when they changed it during the call, also when they cleared it', async () => {
    for (const text of ['quiz at nine', null]) {
      const { presence, status, people, records } = await reading('movie night');
      people(text);
      await status.show('here');
      await status.show(undefined);
      expect(presence.asked).toEqual(['here: Reading']);
      expect(records.records.size).toBe(0);
    }
  });

  it('during the call is what is put back once the bot says something else there', async () => {
    const { presence, status, people, say } = await reading('movie night');
    people('quiz at nine');
    await say('Listening');
    await status.show(undefined);
    expect(presence.asked).toEqual(['here: Reading', 'here: Listening', 'here: quiz at nine']);
  });

  it('since an earlier process was killed is what is put back, not what that process found', async () => {
    const { presence, people, records, status, say } = world();
    await records.set('here', { guildId: 'g', ours: ['Talking'], theirs: 'Quiz night' });
    people('Movie night');
    await say('Reading');
    await status.show(undefined);
    expect(presence.asked).toEqual(['here: Reading', 'here: Movie night']);
  });

  it('in another channel is no matter of this one', async ({ night: { presence, status, people } }) => {
    people('elsewhere', 'there');
    await status.show(undefined);
    expect(presence.statuses.get('here')).toBe('movie night');
  });

  it('is taken for nothing when Discord does not say', async ({ world: { presence, status, say } }) => {
    presence.statuses.set('here', undefined);
    await say('Reading');
    await status.show(undefined);
    expect(presence.asked).toEqual(['here: Reading', 'here: null']);
  });

  it('is not waited for long', async () => {
    const { presence } = await unanswered();
    expect(presence.asked).toEqual(['here: Reading']);
  });

  it('and Discord says only after it was written over is put back', async () => {
    const { presence, status, records } = await unanswered();
    status.noteStatus('told', 'there', 'elsewhere');
    status.noteStatus('told', 'here', 'movie night');
    await status.show('here');
    expect(await records.get('here')).toMatchObject({ theirs: 'movie night' });
    await status.show(undefined);
    expect(presence.asked).toEqual(['here: Reading', 'here: movie night']);
  });

  it('is not what the bot wrote, even if that is all that Discord says in the end', async () => {
    const { presence, status } = await unanswered();
    status.noteStatus('told', 'here', 'Reading');
    await status.show(undefined);
    expect(presence.asked.at(-1)).toBe('here: null');
  });

  it('is not what Discord says of it once the bot has written there, or people have', async () => {
    const { presence, status, people } = await unanswered();
    status.noteStatus('told', 'here', 'Reading');
    people('quiz at nine');
    status.noteStatus('told', 'here', 'movie night');
    status.wish('Listening');
    await status.show('here');
    await status.show(undefined);
    expect(presence.asked.slice(1)).toEqual(['here: Listening', 'here: quiz at nine']);
  });

  it('is not what Discord says of an earlier moment if it was known before', async ({ night }) => {
    const { presence, status } = night;
    status.noteStatus('told', 'here', null);
    await status.show(undefined);
    expect(presence.asked.at(-1)).toBe('here: movie night');
  });
});

describe('after a process that was killed', () => {
  it('what members had set is put back', async () => {
    const { presence, records, giveBack } = await killed();
    await giveBack();
    expect(presence.statuses.get('here')).toBe('movie night');
    expect(records.records.size).toBe(0);
  });

  it('what they changed since stays', async () => {
    const { presence, records, giveBack } = await killed();
    presence.statuses.set('here', 'quiz at nine');
    await giveBack();
    expect(presence.asked).toEqual(['here: Reading']);
    expect(records.records.size).toBe(0);
  });

  it('it waits for the bot to be there again where it may not write from outside', async () => {
    const { presence, here, parts, giveBack } = await killed();
    here.denied = ['ManageChannels'];
    await giveBack();
    expect(presence.statuses.get('here')).toBe('Reading');
    presence.setOwn({ channelId: 'here' });
    const again = new VoiceStatus(parts, 'g', () => undefined);
    again.wish('Listening');
    await again.show('here');
    await again.show(undefined);
    expect(presence.statuses.get('here')).toBe('movie night');
  });

  it('a room that is there again sees to it itself', async ({ night: { presence, parts } }) => {
    await giveBackStatuses(parts, () => true);
    expect(presence.statuses.get('here')).toBe('Reading');
  });

  it('it is put back by a room that has nothing to write', async () => {
    const { presence, parts, records } = await reading('movie night');
    const again = new VoiceStatus(parts, 'g', () => undefined);
    await again.show('here');
    expect(presence.statuses.get('here')).toBe('movie night');
    expect(records.records.size).toBe(0);
  });

  it('a room that has nothing to write leaves alone what people wrote since', async () => {
    const { presence, parts } = await reading('movie night');
    presence.statuses.set('here', 'quiz at nine');
    await new VoiceStatus(parts, 'g', () => undefined).show('here');
    expect(presence.statuses.get('here')).toBe('quiz at nine');
  });

  it('it is put back by a room that writes there before Discord says what is there', async () => {
    const before = await reading('movie night');
    const { presence, status, records, say } = world();
    const record = await before.records.get('here');
    if (record) await records.set('here', record);
    presence.statuses.set('here', undefined);
    await say('Listening');
    expect(await records.get('here')).toMatchObject({
      ours: ['Reading', 'Listening'],
      theirs: 'movie night',
    });
    await status.show(undefined);
    expect(presence.statuses.get('here')).toBe('movie night');
  });

  it('what people wrote at the moment at which it was written over is put back', async () => {
    const { presence, parts, status } = await reading();
    // The bot hears of it when its own text has taken its place already.
    status.noteStatus('changed', 'here', 'quiz at nine');
    status.noteStatus('changed', 'here', 'Reading');
    await status.show('here');
    presence.setOwn({ channelId: undefined });
    await giveBackStatuses(parts, () => false);
    expect(presence.statuses.get('here')).toBe('quiz at nine');
  });

  it('a room that opens while Discord is asked keeps its status, too', async () => {
    const { presence, parts, records } = await killed();
    let isTaken = false;
    const ask = presence.statusOf.bind(presence);
    presence.statusOf = async (guildId, channelId, signal) => {
      isTaken = true;
      return await ask(guildId, channelId, signal);
    };
    await giveBackStatuses(parts, () => isTaken);
    expect(presence.statuses.get('here')).toBe('Reading');
    expect(records.records.size).toBe(1);
  });

  it('what is not known yet is kept, and what is gone is forgotten', async () => {
    const { presence, parts, records, giveBack } = await killed();
    presence.statuses.set('here', undefined);
    const tried = giveBack();
    for (const pauseMs of [2_000, 10_000, 60_000]) await parts.clock.advance(pauseMs);
    await tried;
    expect(records.records.size).toBe(1);
    presence.guild = false;
    await giveBack();
    expect(records.records.size).toBe(0);
    expect(presence.asked).toEqual(['here: Reading']);
  });

  it('it is tried again when Discord did not answer in time, or refused', async () => {
    const { presence, parts, records, giveBack } = await killed();
    presence.answersStatus = false;
    const tried = giveBack();
    await parts.clock.advance(3_000);
    presence.answersStatus = true;
    const put = presence.setStatus.bind(presence);
    presence.setStatus = async () => await Promise.reject(new Error('not now'));
    await parts.clock.advance(2_000);
    expect(presence.statuses.get('here')).toBe('Reading');
    presence.setStatus = put;
    await parts.clock.advance(10_000);
    await tried;
    expect(presence.statuses.get('here')).toBe('movie night');
    expect(records.records.size).toBe(0);
  });

  it('nothing is tried again once the process stops', async ({ night: { presence, parts, records } }) => {
    presence.statuses.set('here', undefined);
    const stop = new AbortController();
    const tried = giveBackStatuses(parts, () => false, stop.signal);
    await parts.clock.advance(1);
    stop.abort();
    await tried;
    expect(records.records.size).toBe(1);
  });
});

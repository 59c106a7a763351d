import { describe, expect, test } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import type { Said } from '../../../src/voice/room/types.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import type { FakeLease } from '../../support/fake-voice.ts';
import {
  ada,
  ben,
  cai,
  guildId,
  openSpeech,
  type SpeechWorld,
  textChannel,
  voiceChannel,
} from '../../support/speech-world.ts';

const it = test.extend('speech', () => openSpeech()).extend('reading', () => reading());

const elsewhere = '300000000000000002';

/** Ada's text is being read, and goes on until the test lets it end. */
async function reading(text = 'first') {
  const speech = openSpeech();
  speech.join(ben, cai);
  await speech.sayAndSettle(ada, 'over');
  const room = speech.holdRoom();
  const id = await speech.say(ada, text);
  await edited(speech);
  return { speech, room, id };
}

/** Until the panel shows what changed last. */
const edited = async (speech: SpeechWorld) => await speech.clock.advance(1_200);
/** Until it's silent for long enough. */
const silent = async (speech: SpeechWorld) => await speech.clock.advance(6_200);
const sayIn = async (speech: SpeechWorld, channelId: string, userId: string, text: string) =>
  await speech.say(userId, text, {}, channelId);

describe('the panel of a room', () => {
  it('is one message for all texts: what is read for whom, what is next, and how many more', async () => {
    const { speech, room, id } = await reading();
    for (const [userId, text] of [
      [ben, 'second'],
      [cai, 'third'],
      [ada, 'fourth'],
      [ben, 'fifth'],
      [cai, 'sixth'],
    ] as const)
      await speech.say(userId, text);
    await edited(speech);
    expect(speech.panel).toMatch(
      new RegExp(
        `Reading <@${ada}>'s text.*first.*Next.*<@${ben}> · second.*<@${cai}> · third.*fourth.*and 2 more`,
      ),
    );
    expect(speech.panel).not.toContain('fifth');
    expect(speech.panel).toContain(`speak:skip:${id}`);
    expect(speech.panel).toContain('report:message:-');
    room.mouth.release();
    await edited(speech);
    expect(speech.panel).toMatch(new RegExp(`Reading <@${ben}>'s text.*second.*Next.*third.*and 1 more`));
    expect(speech.messenger.posted).toHaveLength(1);
    expect(speech.messenger.posted[0]).toMatchObject({ channelId: textChannel, body: { silent: true } });
  });

  it('goes when the room falls silent, and not before', async ({ reading: { speech, room } }) => {
    room.mouth.letGo();
    await edited(speech);
    expect(speech.panel).toContain(`✅ Read for <@${ada}>`);
    expect(speech.panel).not.toContain('custom_id');
    await speech.say(ben, 'right after it');
    await silent(speech);
    expect(speech.panels().join()).toContain('right after it');
    expect(speech.messenger.posted).toHaveLength(1);
    expect(speech.panel).toBeUndefined();
    await speech.say(ben, 'much later');
    await edited(speech);
    expect(speech.messenger.posted).toHaveLength(2);
  });

  it('says who skipped a text of somebody else, and nothing of those who skip their own', async () => {
    const { speech, id } = await reading();
    const second = await speech.say(ben, 'second');
    await speech.say(cai, 'third');
    speech.desk.line.skip(fakeActor({ userId: ben, guildId, everywhere: ['ManageMessages'] }), id);
    await edited(speech);
    expect(speech.panel).toContain(`⏭️ <@${ben}> skipped <@${ada}>'s text`);
    expect(speech.answerTo('first')).toContain(`⏭️ Skipped by <@${ben}>`);
    speech.desk.line.skip(fakeActor({ userId: ben, guildId }), second);
    await edited(speech);
    expect(speech.panel).not.toContain('⏭️');
    expect(speech.answerTo('second')).toContain('**⏭️ Skipped**');
  });

  it('says what was cut off while it is news: on a new panel it no longer is', async () => {
    const { speech, room } = await reading();
    room.mouth.holding = false;
    speech.synthesis.scripts.push({ error: { fault: 'server', code: 'X', nothingHappened: false } });
    await speech.say(ben, 'cut off');
    room.mouth.release();
    await silent(speech);
    expect(speech.panel).toContain(`❌ Cut off before the end (<@${ben}>)`);
    expect(speech.panel).not.toContain('custom_id');
    room.mouth.holding = true;
    await speech.say(ada, 'later');
    await edited(speech);
    expect(speech.messenger.posted).toHaveLength(2);
    expect(speech.panel).toContain('later');
    expect(speech.panel).not.toContain('❌');
  });

  it('is stopped by its own button alone: that of an earlier panel has expired', async () => {
    const { speech, room } = await reading();
    const [, panelId] = /speak:stop:(\d+)/.exec(speech.panel ?? '') ?? [];
    room.mouth.letGo();
    await silent(speech);
    await speech.say(ada, 'over');
    room.mouth.holding = true;
    await speech.say(ada, 'later');
    const by = fakeActor({ userId: ada, guildId });
    const expired = new Refusal({ code: 'control-expired' });
    await expect(speech.desk.line.stop(by, panelId)).rejects.toEqual(expired);
    await edited(speech);
    const [, laterId] = /speak:stop:(\d+)/.exec(speech.panel ?? '') ?? [];
    await speech.desk.line.stop(by, laterId);
    await edited(speech);
    expect(speech.panel).toContain(`⏹️ Stopped by <@${ada}>`);
  });

  it('comes back with the next text when somebody deleted it', async ({ reading: { speech } }) => {
    const gone = new MessageError('closed', undefined, 10_008);
    speech.messenger.failures.push({ call: 'editPanel', when: 'before', error: gone, times: 2 });
    await speech.say(ben, 'second');
    await speech.clock.advance(3_000);
    await speech.say(cai, 'third');
    await edited(speech);
    expect(speech.messenger.posted).toHaveLength(2);
    expect(speech.panel).toContain('third');
  });

  it('keeps nothing from being read where it cannot be posted', async ({ speech }) => {
    const error = new MessageError('closed', undefined, 50_013);
    speech.messenger.failures.push({ call: 'post', when: 'before', error });
    await speech.say(ada, 'hello');
    await silent(speech);
    expect(speech.answerTo('hello')).toContain('✅');
    expect(speech.keptPanels.records.size).toBe(0);
  });
});

describe('a panel that people have written out of sight', () => {
  const next = async (speech: SpeechWorld, room: FakeLease, text: string) => {
    await speech.say(ben, text);
    room.mouth.release();
    await edited(speech);
    await edited(speech);
  };

  it('is posted again with the next text, in silence, and the old one goes', async () => {
    const { speech, room } = await reading();
    const [first] = speech.messenger.posted;
    speech.chat(8);
    await edited(speech);
    expect(speech.messenger.posted).toHaveLength(1);
    await next(speech, room, 'second');
    expect(speech.messenger.posted).toHaveLength(2);
    expect(speech.messenger.posted[1]).toMatchObject({ channelId: textChannel, body: { silent: true } });
    expect(speech.messenger.removed).toEqual([first?.id]);
    expect(speech.panel).toMatch(/Reading.*second/);
    expect([...speech.keptPanels.records.keys()]).toEqual([speech.messenger.posted[1]?.id]);
    room.mouth.letGo();
    await silent(speech);
    expect(speech.panel).toBeUndefined();
    expect(speech.keptPanels.records.size).toBe(0);
  });

  it('stays where it is while few messages are below it, or they are elsewhere', async () => {
    const { speech, room } = await reading();
    speech.chat(7);
    speech.chat(8, elsewhere);
    await next(speech, room, 'second');
    expect(speech.messenger.posted).toHaveLength(1);
    speech.chat(1);
    await next(speech, room, 'third');
    expect(speech.messenger.posted).toHaveLength(2);
    await next(speech, room, 'fourth');
    expect(speech.messenger.posted).toHaveLength(2);
  });

  it('is posted again when it says why nothing is heard', async ({ reading: { speech, room } }) => {
    speech.chat(8);
    room.become({ is: 'muted', channelId: voiceChannel });
    await edited(speech);
    expect(speech.messenger.posted).toHaveLength(2);
    expect(speech.panel).toContain("🔇 I'm server-muted.");
  });

  it('has the buttons that it had', async ({ reading: { speech, room } }) => {
    const stop = () => /speak:stop:(\d+)/.exec(speech.panel ?? '')?.[1];
    const before = stop();
    speech.chat(8);
    await next(speech, room, 'second');
    expect(stop()).toBe(before);
    await speech.desk.line.stop(fakeActor({ userId: ada, guildId }), before);
    await edited(speech);
    expect(speech.panel).toContain(`⏹️ Stopped by <@${ada}>`);
  });

  it('leaves no second panel when the process stops at that moment', async () => {
    const { speech, room } = await reading();
    const [first] = speech.messenger.posted;
    speech.chat(8);
    await speech.say(ben, 'second');
    room.mouth.release();
    await speech.clock.advance(0);
    await speech.close();
    expect(speech.messenger.removed).toEqual([first?.id]);
    expect(speech.panel).toContain('Not finished');
  });
});

describe('a panel, and what its room has to say', () => {
  /** Whether the room leaves it to the panel. */
  const shows = ({ rooms }: SpeechWorld, said: Said) => rooms.entered.at(-1)?.notices.shows?.(said);

  it('shows what keeps it from being heard, so the room says nothing there', async () => {
    const { speech, room } = await reading();
    room.become({ is: 'muted', channelId: voiceChannel });
    expect(shows(speech, { notice: 'muted' })).toBe(true);
    await edited(speech);
    expect(speech.panel).toContain("🔇 I'm server-muted.");
    expect(shows(speech, { notice: 'lost' })).toBe(true);
    expect(shows(speech, { notice: 'speak-missing' })).toBe(false);
    expect(shows(speech, { notice: 'deafened' })).toBe(false);
  });

  it('leaves it to the room where there is no panel, and in other channels', async () => {
    const { speech, room } = await reading();
    await sayIn(speech, elsewhere, ben, 'from elsewhere');
    expect(shows(speech, { notice: 'muted' })).toBe(false);
    room.mouth.letGo();
    await silent(speech);
    await speech.readAloud({ naming: 'never' });
    speech.write(ada, 'written');
    await edited(speech);
    expect(shows(speech, { notice: 'muted' })).toBe(false);
    await room.end('alone');
    expect(shows(speech, { end: 'alone' })).toBe(false);
  });

  it('ends with why, and whose texts were not finished, in one message', async () => {
    const { speech, room } = await reading();
    await speech.say(ben, 'second');
    await room.end('disconnected');
    expect(shows(speech, { end: 'disconnected' })).toBe(true);
    await edited(speech);
    expect(speech.panel).toMatch(
      new RegExp(
        `🚪 A moderator disconnected me from <#${voiceChannel}>.*Not finished: 2 texts \\(<@${ada}>, <@${ben}>\\)`,
      ),
    );
  });

  it('says why in a shutdown, too, and leaves a permission that is missing to the room', async () => {
    const { speech } = await reading();
    await speech.close();
    expect(shows(speech, { end: 'shutting-down' })).toBe(true);
    expect(speech.panel).toMatch(new RegExp(`shutting down.*Not finished: <@${ada}>'s text`));
    const { speech: other, room } = await reading();
    await room.end('not-permitted');
    expect(shows(other, { end: 'not-permitted' })).toBe(false);
    await edited(other);
    expect(other.panel).toContain(`I left the voice channel before finishing <@${ada}>'s text.`);
  });

  it('leaves the end to the room when nothing was cut off', async ({ reading: { speech, room } }) => {
    room.mouth.letGo();
    await edited(speech);
    await room.end('alone');
    expect(shows(speech, { end: 'alone' })).toBe(false);
    await edited(speech);
    expect(speech.panel).toBeUndefined();
  });
});

describe("a person's own answer beside the panel", () => {
  const isLine = (answer: string | undefined) => !answer?.includes('"type":17');

  it('is one line and the small print: the panel has the text and its buttons', async () => {
    const { speech, room } = await reading();
    const beside = speech.answerTo('first');
    expect(beside).toContain('🔊 Reading it now');
    expect(isLine(beside)).toBe(true);
    expect(beside).not.toMatch(/first|custom_id/);
    expect(speech.panel).toMatch(/first.*custom_id/s);
    room.mouth.letGo();
    await edited(speech);
    expect(speech.answerTo('first')).toContain('✅ Read');
    expect(isLine(speech.answerTo('first'))).toBe(true);
  });

  it('has the text and Skip while it waits for others', async ({ reading: { speech } }) => {
    await speech.say(ben, 'second');
    await edited(speech);
    expect(speech.answerTo('second')).toMatch(/1 text ahead of yours.*second.*"Skip"/s);
  });

  it.each([
    [
      'was stopped',
      async (speech: SpeechWorld) => await speech.desk.line.stop(fakeActor({ userId: ada, guildId })),
    ],
    ['was cut off by leaving', async (_: SpeechWorld, room: FakeLease) => await room.end('alone')],
  ])('gives back the text of somebody whose reading %s', async (_, ends) => {
    const { speech, room } = await reading();
    await ends(speech, room);
    await edited(speech);
    expect(speech.answerTo('first')).toContain('"first"');
  });

  it('has everything where the panel cannot be posted', async ({ speech }) => {
    await speech.say(ada, 'over');
    await silent(speech);
    speech.holdRoom();
    const error = new MessageError('closed', undefined, 50_013);
    speech.messenger.failures.push({ call: 'post', when: 'before', error });
    await speech.say(ada, 'first');
    await edited(speech);
    expect(speech.answerTo('first')).toMatch(/"first".*"Skip"/s);
  });
});

describe('a panel in one channel, and a text from another', () => {
  it('is one panel: the text is shown in it, and its person is answered in private', async () => {
    const { speech } = await reading();
    await sayIn(speech, elsewhere, ben, 'from elsewhere');
    await edited(speech);
    expect(speech.messenger.posted).toHaveLength(1);
    expect(speech.panel).toContain(`<@${ben}> · from elsewhere`);
    expect(speech.answerTo('from elsewhere')).toContain('1 text ahead of yours');
  });

  it('never shows what was asked for in a channel that others cannot see, nor by whom', async () => {
    const { speech, room } = await reading();
    speech.hidden.add(elsewhere);
    await sayIn(speech, elsewhere, ben, 'a secret');
    await sayIn(speech, elsewhere, cai, 'another secret');
    await edited(speech);
    expect(speech.panel).toContain('a text from another channel');
    room.mouth.release();
    await edited(speech);
    expect(speech.panel).toContain('🔊 Reading a text from another channel');
    const by = fakeActor({ userId: ada, guildId, everywhere: ['ManageMessages'] });
    speech.desk.line.skip(by);
    await edited(speech);
    expect(speech.panel).toContain(`⏭️ <@${ada}> skipped a text from another channel`);
    await room.end('disconnected');
    await edited(speech);
    expect(speech.panel).toContain('Not finished: 1 text"');
    for (const shown of speech.panels()) expect(shown).not.toMatch(new RegExp(`secret|<@${ben}>|<@${cai}>`));
  });

  it('opens none for what is written in a channel that is read, and shows it in the one that is there', async () => {
    const speech = openSpeech();
    speech.join(ben);
    await speech.readAloud({ naming: 'never' });
    speech.write(ada, 'written');
    await silent(speech);
    expect(speech.messenger.posted).toEqual([]);
    const room = speech.rooms.of(guildId);
    if (room) room.mouth.holding = true;
    await speech.say(ben, 'asked for');
    speech.write(ada, 'written again');
    await edited(speech);
    expect(speech.panel).toMatch(new RegExp(`asked for.*<@${ada}> · written again`));
  });

  it('never names who joined a voice channel that its readers cannot see', async () => {
    const { speech } = await reading();
    await speech.readAloud({ comings: true });
    speech.hidden.add(voiceChannel);
    speech.move(ben, undefined, voiceChannel);
    await speech.clock.advance(4_000);
    expect(speech.texts).toContain('person 2 joined.');
    expect(speech.panels().join()).not.toContain('joined');
    expect(speech.panel).toContain('a text from another channel');
  });

  it('opens none for a sample that is for its person alone', async ({ speech }) => {
    await speech.say(ada, 'a sample', { sample: true });
    await silent(speech);
    expect(speech.answerTo('a sample')).toContain('✅');
    expect(speech.messenger.posted).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Actor, Permission } from '../../../src/authority/actor.ts';
import { moderatorPermissions } from '../../../src/authority/moderator.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { OggError } from '../../../src/voice/packets/ogg-opus.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import {
  ada,
  ben,
  cai,
  guildId,
  names,
  openSpeech,
  type SpeechWorld,
  textChannel,
  voiceChannel,
} from '../../support/speech-world.ts';

const it = test.extend('speech', () => openSpeech()).extend('held', () => held());

const somebody = (userId: string, ...everywhere: readonly Permission[]) =>
  fakeActor({ userId, guildId, everywhere });

/** What is heard and what waits, in order. */
const inLine = (speech: SpeechWorld) =>
  speech.desk.line.list(somebody(ada)).map(({ utterance }) => utterance.spoken);
const refused = (facts: object) => expect.objectContaining({ facts: expect.objectContaining(facts) });
/** A world in which what is heard goes on until the test lets it end. */
async function held() {
  const speech = openSpeech();
  speech.join(ben, cai);
  await speech.sayAndSettle(ada, 'first');
  const room = speech.holdRoom();
  return { speech, room };
}

it('what somebody who is forgotten wanted to be read is skipped, and what others wanted is not', async () => {
  const { speech } = await held();
  await speech.say(ben, 'of ben');
  await speech.sayAndSettle(cai, 'of cai');
  speech.desk.forget(ben);
  await speech.settle();
  expect(speech.desk.line.list(somebody(cai)).map(({ utterance }) => utterance.userId)).not.toContain(ben);
  expect(speech.desk.line.list(somebody(cai)).map(({ utterance }) => utterance.userId)).toContain(cai);
});

describe('a text', () => {
  it('is said in the channel of the one who asks, where nobody is heard', async ({ speech }) => {
    await speech.sayAndSettle(ada, 'Hello, **world**!');
    const notices = { channelId: textChannel };
    expect(speech.rooms.entered).toMatchObject([{ guildId, channelId: voiceChannel, notices }]);
    expect(speech.rooms.entered[0]?.allowed).toBeUndefined();
    expect(speech.texts).toEqual(['Hello, world!']);
    const [task] = speech.synthesis.tasks;
    expect(task).toMatchObject({ finished: true, request: { format: 'opus', sampleRateHz: 48_000 } });
    expect(speech.rooms.of(guildId)?.mouth.playbacks[0]?.packets).toHaveLength(3);
    expect(speech.answers().at(-1)).toContain('✅');
  });

  it('leaves its end in the log, under its reference and without a word of it', async ({ speech }) => {
    await speech.sayAndSettle(ada, 'a secret');
    const { reference } = speech.recorded.lines.find(({ msg }) => msg === 'a text ended') ?? {};
    expect(reference).toEqual(expect.stringMatching(/\S/));
    expect(speech.recorded.text()).not.toContain('a secret');
  });

  it('is refused where its person is in no voice channel, and nothing is spent', async ({ speech }) => {
    speech.rooms.put(guildId, ada, undefined);
    await expect(speech.say(ada, 'hi')).rejects.toEqual(refused({ code: 'voice-not-in-channel' }));
    expect(speech.spentCharacters()).toBe(0);
    expect(speech.rooms.entered).toEqual([]);
  });

  it.each([
    ['empty', '||…|| ** **'.slice(7), 'speech-empty'],
    ['too long', 'a '.repeat(1_500), 'speech-too-long'],
  ])('that is %s is refused', async (_, text, code) => {
    const speech = openSpeech();
    await expect(speech.say(ada, text)).rejects.toEqual(refused({ code }));
    expect(speech.spentCharacters()).toBe(0);
  });

  it('whose channel cannot be entered is refused with the reason, and given back', async ({ speech }) => {
    speech.rooms.refusal = new Refusal({ code: 'voice-full', channelId: voiceChannel });
    await expect(speech.say(ada, 'hello')).rejects.toEqual(refused({ code: 'voice-full' }));
    expect(speech.spentCharacters()).toBe(0);
    expect(speech.synthesis.tasks).toEqual([]);
  });

  it('tells its person in private that they are deafened', async ({ speech }) => {
    speech.rooms.put(guildId, ada, voiceChannel, true);
    await speech.sayAndSettle(ada, 'hello');
    expect(speech.answers()[0]).toContain("You're deafened");
    expect(speech.panels().join()).not.toContain('deafened');
  });

  it('speaks for nobody whom the server muted, and costs nothing', async ({ speech }) => {
    speech.rooms.put(guildId, ada, voiceChannel, false, true);
    await expect(speech.say(ada, 'hello')).rejects.toEqual(refused({ code: 'voice-person-muted' }));
    expect(speech.spentCharacters()).toBe(0);
    expect(speech.rooms.entered).toEqual([]);
  });

  it('shows what an alias says, and not the text in its place', async ({ speech }) => {
    await speech.sayAndSettle(ada, '<speak><sub alias="something rude">Good morning</sub></speak>', {
      ssml: true,
    });
    expect(speech.panels().join()).toContain('something rude');
    expect([...speech.panels(), ...speech.answers()].join()).not.toContain('Good morning');
  });

  it('shows who asked, with what is theirs to spend, escaped and without pinging', async ({ speech }) => {
    await speech.sayAndSettle(ada, 'a \\*star\\* <b>');
    const [answer] = speech.answers();
    const [panel] = speech.panels();
    expect(panel).toContain(`<@${ada}>`);
    expect(panel).toContain('a \\\\*star\\\\* \\\\<b\\\\>');
    expect(answer).toMatch(/of 1,000 characters left today/);
    expect(panel).not.toContain('left today');
    expect(speech.messenger.posted.every(({ body }) => body.mentions === undefined)).toBe(true);
    expect(speech.messenger.panels.every(({ mentions }) => mentions === undefined)).toBe(true);
  });

  it('is never in the log', async ({ speech }) => {
    speech.synthesis.scripts.push({ error: { fault: 'server', code: 'X', nothingHappened: false } });
    await speech.sayAndSettle(ada, 'unmistakable words');
    expect(speech.recorded.lines.length).toBeGreaterThan(0);
    expect(speech.recorded.text()).not.toContain('unmistakable');
  });

  it('sets the status of the voice channel once', async ({ speech }) => {
    await speech.say(ada, 'one');
    await speech.sayAndSettle(ada, 'two');
    expect(speech.rooms.of(guildId)?.statuses).toEqual(['🔊 Reading aloud · /speak stop']);
  });

  it('as SSML carries nothing that cannot be seen', async ({ speech }) => {
    await speech.sayAndSettle(ada, '<speak>H\u202Ei\u200B</speak>', { ssml: true });
    expect(speech.texts).toEqual(['<speak>Hi</speak>']);
  });

  it('as SSML is sent as one text with its tags, and its tags cost nothing', async ({ speech }) => {
    await speech.sayAndSettle(ada, '<speak>Hi <break time="1s"/>you</speak>', { ssml: true });
    expect(speech.texts).toEqual(['<speak>Hi <break time="1s"/>you</speak>']);
    expect(speech.synthesis.tasks[0]?.request).toMatchObject({ ssml: true });
    expect(speech.spentCharacters()).toBe(6);
  });

  it.each([
    ['<speak>a', 'speech-ssml-malformed'],
    ['hello', 'speech-ssml-malformed'],
    ['<p>a</p>', 'speech-ssml-no-speak'],
    ['<speak><break/></speak>', 'speech-empty'],
  ])('as SSML such as %s is refused as %s', async (text, code) => {
    const speech = openSpeech();
    await expect(speech.say(ada, text, { ssml: true })).rejects.toEqual(refused({ code }));
  });
});

describe('the queue', () => {
  it('synthesizes the next text while one is heard, and no more', async ({ held: { speech } }) => {
    for (const text of ['a', 'b', 'c', 'd']) await speech.sayAndSettle(ada, text);
    expect(speech.texts).toEqual(['first', 'a', 'b']);
    expect(speech.desk.line.list(somebody(ada)).map(({ state }) => state.is)).toEqual([
      'speaking',
      'next',
      'waiting',
      'waiting',
    ]);
  });

  it('is fair: people are heard in turn, no matter how much each brought', async () => {
    const { speech, room } = await held();
    for (const text of ['a1', 'a2', 'a3', 'a4']) await speech.say(ada, text);
    for (const text of ['b1', 'b2']) await speech.say(ben, text);
    await speech.say(cai, 'c1');
    for (let ends = 0; ends < 8; ends += 1) {
      room.mouth.release();
      await speech.settle();
    }
    expect(speech.texts).toEqual(['first', 'a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('lets a first text go before the second one of the person who is being heard', async () => {
    const { speech } = await held();
    await speech.say(ada, 'a1');
    await speech.say(ben, 'b1');
    await speech.say(ada, 'a2');
    await speech.say(cai, 'c1');
    expect(inLine(speech)).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('has a limit for each person', async ({ held: { speech } }) => {
    for (let index = 0; index < 12; index += 1) await speech.say(ada, `text ${index}`);
    const before = speech.spentCharacters();
    await expect(speech.say(ada, 'more')).rejects.toEqual(refused({ code: 'speech-queue-share', limit: 10 }));
    await speech.say(ben, 'mine');
    expect(speech.spentCharacters()).toBe(before + 4);
  });

  it('has a limit for all', async ({ held: { speech } }) => {
    const people = ['11', '12', '13', '14', '15', '16'];
    speech.join(...people);
    for (const person of people)
      for (let index = 0; index < 8; index += 1) await speech.say(person, `text ${index}`);
    for (let index = 0; index < 4; index += 1) await speech.say(ben, 'mine');
    await expect(speech.say(cai, 'more')).rejects.toEqual(refused({ code: 'speech-queue-full', limit: 50 }));
  });

  it('shows how many go before', async ({ held: { speech } }) => {
    await speech.say(ada, 'a');
    await speech.say(ada, 'b');
    await speech.sayAndSettle(ben, 'c');
    expect(speech.answers().some((answer) => answer.includes('2 texts ahead of yours'))).toBe(true);
  });

  it('goes on after one was skipped, and takes what waits out of it', async ({ held: { speech, room } }) => {
    const second = await speech.say(ada, 'second');
    await speech.say(ada, 'third');
    const fourth = await speech.say(ada, 'fourth');
    await speech.say(ada, 'fifth');
    speech.desk.line.skip(somebody(ada), fourth);
    speech.desk.line.skip(somebody(ada), second);
    await speech.settle();
    expect(inLine(speech)).toEqual(['third', 'fifth']);
    expect(room.mouth.playbacks.map(({ end_ }) => end_)).toEqual([
      'finished',
      'skipped',
      undefined,
      undefined,
    ]);
    expect(speech.texts).not.toContain('fourth');
  });

  it('stops the synthesis of what is skipped, and keeps its room from idling away', async () => {
    const { speech, room } = await held();
    const touchedBefore = room.touched;
    const second = await speech.sayAndSettle(ada, 'second');
    // Once because it came, once more because it is heard.
    expect(room.touched).toBeGreaterThan(touchedBefore + 1);
    speech.desk.line.skip(somebody(ada), second);
    await speech.settle();
    expect(speech.synthesis.tasks.map(({ cancelled }) => cancelled)).toEqual([false, true]);
  });

  it('keeps the answers of those who are next true when it moves', async ({ held: { speech } }) => {
    const first = await speech.say(ada, 'a');
    for (const text of ['b', 'c', 'd']) await speech.sayAndSettle(ada, text);
    expect(speech.answerTo('d')).toContain('3 texts ahead');
    speech.desk.line.skip(somebody(ada), first);
    await speech.settle();
    expect(speech.answerTo('d')).toContain('2 texts ahead');
  });

  it('is skipped by its own person and by moderators only', async ({ held: { speech } }) => {
    const id = await speech.sayAndSettle(ada, 'mine');
    const skip = (who: Actor) => () => speech.desk.line.skip(who, id);
    expect(skip(somebody(ben))).toThrow(refused({ code: 'not-yours', anyOf: moderatorPermissions }));
    expect(skip(somebody(ben, 'ManageMessages'))).not.toThrow();
    await speech.settle();
    expect(skip(somebody(ada))).toThrow(refused({ code: 'control-expired' }));
    expect(() => speech.desk.line.skip(somebody(ada))).toThrow(refused({ code: 'speech-nothing-playing' }));
  });

  it('is emptied by stopping, and the room is left', async ({ held: { speech, room } }) => {
    for (const text of ['aa', 'bb', 'cc']) await speech.sayAndSettle(ada, text);
    await speech.desk.line.stop(somebody(ben));
    await speech.settle();
    expect(room.state).toMatchObject({ is: 'left', end: 'asked' });
    expect(speech.desk.line.list(somebody(ada))).toEqual([]);
    for (const text of ['aa', 'bb', 'cc']) expect(speech.answerTo(text)).toContain(`⏹️ Stopped by <@${ben}>`);
    expect(speech.panel).toContain(`⏹️ Stopped by <@${ben}>`);
    expect(speech.panel).not.toContain('custom_id');
    // What was synthesized is paid; what was not is given back.
    expect(speech.spentCharacters()).toBe('first'.length + 'aa'.length + 'bb'.length);
  });

  it('does not exist for those who cannot see the voice channel, but for what they brought themselves', async () => {
    const { speech } = await held();
    const id = await speech.sayAndSettle(ada, 'mine');
    const outside = { channels: { '300000000000000002': ['ViewChannel'] } } as const;
    const moderator = fakeActor({ userId: '999', guildId, everywhere: ['ManageMessages'], ...outside });
    expect(speech.desk.line.list(moderator)).toEqual([]);
    expect(() => speech.desk.line.skip(moderator, id)).toThrow(refused({ code: 'control-expired' }));
    expect(() => speech.desk.line.skip(moderator)).toThrow(refused({ code: 'speech-nothing-playing' }));
    await expect(speech.desk.line.stop(moderator)).rejects.toEqual(
      refused({ code: 'speech-nothing-playing' }),
    );
    const benAway = fakeActor({ userId: ben, guildId, ...outside });
    expect(speech.desk.line.list(benAway)).toHaveLength(1);
    speech.rooms.put(guildId, ben, undefined);
    expect(speech.desk.line.list(fakeActor({ userId: ben, guildId, ...outside }))).toEqual([]);
  });

  it('is stopped by those who are there and by moderators only', async ({ held: { speech } }) => {
    const stop = async (who: Actor) => await speech.desk.line.stop(who);
    await expect(stop(somebody('999'))).rejects.toEqual(
      refused({ code: 'speech-not-there', channelId: voiceChannel, anyOf: moderatorPermissions }),
    );
    await stop(somebody('999', 'ManageGuild'));
    await expect(stop(somebody(ada))).rejects.toEqual(refused({ code: 'speech-nothing-playing' }));
  });

  it('ends with words when the room ends, and everything is given back that was not synthesized', async () => {
    const { speech, room } = await held();
    for (const text of ['aa', 'bb', 'cc']) await speech.sayAndSettle(ada, text);
    await room.end('disconnected');
    await speech.settle();
    for (const text of ['aa', 'bb', 'cc'])
      expect(speech.answerTo(text)).toContain('🚪 I left the voice channel before finishing');
    expect(speech.panel).toMatch(/🚪 A moderator disconnected me.*Not finished: 3 texts/);
    expect(speech.texts).toEqual(['first', 'aa', 'bb']);
    expect(speech.spentCharacters()).toBe('first'.length + 'aa'.length + 'bb'.length);
    await speech.sayAndSettle(ada, 'again');
    expect(speech.texts.at(-1)).toBe('again');
  });

  it('survives a move, and says so on the panel', async ({ held: { speech, room } }) => {
    await speech.sayAndSettle(ada, 'second');
    room.become({ is: 'moved', channelId: '300000000000000010', from: voiceChannel });
    await speech.settle();
    expect(speech.panel).toContain('<#300000000000000010>');
    room.become({ is: 'ready', channelId: '300000000000000010' });
    room.mouth.release();
    await speech.clock.advance(1_200);
    expect(speech.panel).toContain('✅');
  });

  it.each([
    ['muted', { is: 'muted', channelId: voiceChannel }, "I'm server-muted"],
    ['suppressed', { is: 'suppressed', channelId: voiceChannel, handRaised: true }, "this stage's audience"],
    ['lost', { is: 'lost', channelId: voiceChannel, attempt: 1 }, 'Reconnecting to voice'],
  ] as const)('says why nothing is heard while the room is %s', async (_, state, words) => {
    const { speech, room } = await held();
    await speech.sayAndSettle(ada, 'second');
    room.become(state);
    await speech.clock.advance(1_200);
    for (const shown of [speech.panel, speech.answers().at(-1)]) expect(shown).toContain(words);
    room.become({ is: 'ready', channelId: voiceChannel });
    await speech.clock.advance(1_200);
    for (const shown of [speech.panel, speech.answers().at(-1)]) expect(shown).not.toContain(words);
  });

  it('is dropped with words when the process stops', async ({ held: { speech } }) => {
    for (const text of ['aa', 'bb', 'cc']) await speech.say(ada, text);
    await speech.close();
    for (const text of ['aa', 'bb', 'cc']) expect(speech.answerTo(text)).toContain('🚪');
    expect(speech.panel).toContain(`Not finished: 3 texts (<@${ada}>)`);
    await expect(speech.say(ada, 'late')).rejects.toEqual(refused({ code: 'shutting-down' }));
  });

  it('of one guild is not that of another', async ({ held: { speech } }) => {
    const other = '400000000000000002';
    speech.rooms.put(other, ada, '300000000000000077');
    await speech.desk.say(speech.order(ada, { guildId: other }), {
      text: 'elsewhere',
      names,
    });
    await speech.settle();
    expect(inLine(speech)).not.toContain('elsewhere');
    expect(speech.rooms.of(other)?.mouth.playbacks).toHaveLength(1);
  });
});

describe('what fails', () => {
  it("is the service's fault, in words, where its sound is no sound", async ({ speech }) => {
    const start = speech.synthesis.start.bind(speech.synthesis);
    speech.synthesis.start = (request) => {
      const noSound = (async function* () {
        yield* [];
        throw new OggError('there is no Opus in it');
      })();
      return Object.defineProperty(start(request), 'audio', { value: noSound });
    };
    await speech.sayAndSettle(ada, 'first');
    expect(speech.answerTo('first')).toContain("The AI service sent something I don't understand");
  });

  it('is told to its person in private, with the reference, and the next text goes on', async () => {
    const speech = openSpeech();
    speech.synthesis.scripts.push({
      error: { fault: 'moderation', code: 'DataInspectionFailed', nothingHappened: false },
    });
    await speech.say(ada, 'first');
    await speech.sayAndSettle(ada, 'second');
    expect(speech.answerTo('first')).toMatch(/❌ Cut off.*content rules.*Reference TEST-1/);
    await speech.clock.advance(10_000);
    expect(speech.panel).toContain(`❌ Cut off before the end (<@${ada}>)`);
    expect(speech.panels().join()).not.toContain('content rules');
    expect(speech.rooms.of(guildId)?.mouth.playbacks.map(({ end_ }) => end_)).toEqual(['failed', 'finished']);
  });

  it('before anything was made costs nothing', async ({ speech }) => {
    speech.synthesis.scripts.push({
      refused: { fault: 'credentials', code: 'InvalidApiKey', nothingHappened: true },
    });
    await speech.sayAndSettle(ada, 'first');
    expect(speech.spentCharacters()).toBe(0);
    expect(speech.answers().at(-1)).toContain('key');
  });

  it('is told on the panel alone when the interaction is over', async ({ held: { speech, room } }) => {
    await speech.say(ben, 'long');
    speech.synthesis.scripts.push({ error: { fault: 'server', code: 'X', nothingHappened: false } });
    await speech.say(ada, 'cut off');
    await speech.clock.advance(16 * 60_000);
    const answersBefore = speech.answers().length;
    room.mouth.release();
    await speech.clock.advance(10_000);
    expect(speech.answers()).toHaveLength(answersBefore);
    expect(speech.messenger.tried).not.toContain('direct');
    expect(speech.panel).toContain(`❌ Cut off before the end (<@${ada}>)`);
  });

  it('by giving no sound at all is a failure, too', async ({ speech }) => {
    speech.synthesis.scripts.push({ chunks: 0 });
    await speech.sayAndSettle(ada, 'first');
    expect(speech.answers().at(-1)).toContain('❌');
  });

  it('of an answer does not keep a text from being said, and passing trouble is tried again', async () => {
    const speech = openSpeech();
    const error = new MessageError('temporary', undefined);
    speech.messenger.failures.push({ call: 'editPanel', when: 'before', error, times: 2 });
    await speech.say(ada, 'first');
    await speech.clock.advance(10_000);
    expect(speech.answers().at(-1)).toContain('✅');
  });
});

describe('what is spent', () => {
  it('is what the service bills, a Han character counting two', async ({ speech }) => {
    await speech.sayAndSettle(ada, '你好 ok');
    expect(speech.spentCharacters()).toBe(7);
  });

  it('is corrected to what the service says', async ({ speech }) => {
    speech.synthesis.scripts.push({ characters: 3 });
    await speech.sayAndSettle(ada, 'hello');
    expect(speech.spentCharacters()).toBe(3);
  });

  it('is never more than was set aside for it, whatever the service says', async ({ speech }) => {
    speech.synthesis.scripts.push({ characters: 9e14 });
    await speech.sayAndSettle(ada, 'hello');
    expect(speech.spentCharacters()).toBe(5);
  });

  it("never exceeds a person's day", async () => {
    const speech = openSpeech({ charactersPerPersonPerDay: 10 });
    speech.join(ben);
    await speech.say(ada, '12345678');
    await expect(speech.say(ada, '123')).rejects.toEqual(
      refused({
        code: 'quota-spent',
        unit: 'spoken-characters',
        scope: 'person',
        left: 2,
        asked: 3,
        limit: 10,
      }),
    );
    await speech.sayAndSettle(ben, '123');
    expect(speech.texts).toEqual(['12345678', '123']);
  });

  it("never exceeds a guild's day", async () => {
    const speech = openSpeech({ charactersPerGuildPerDay: 10 });
    speech.join(ben);
    await speech.say(ada, '12345678');
    await expect(speech.say(ben, '123')).rejects.toEqual(
      refused({ code: 'quota-spent', scope: 'guild', left: 2 }),
    );
  });

  it("never exceeds the whole bot's day, whatever the guild still has", async () => {
    const speech = openSpeech({ charactersPerGuildPerDay: 10, charactersPerBotPerDay: 9 });
    speech.join(ben);
    await speech.say(ada, '12345678');
    await expect(speech.say(ben, '12')).rejects.toEqual(
      refused({ code: 'quota-spent', scope: 'bot', left: 1, limit: 9 }),
    );
  });

  it('is forgotten one by one and kept in sum, so that a day of messages stays small', async ({ speech }) => {
    for (let index = 0; index < 20; index += 1) {
      await speech.sayAndSettle(ada, 'hello');
    }
    expect(speech.spent.reservations).toEqual([]);
    expect(
      speech.spent.sums.map(({ period, guild, person, amount }) => [period, guild, person, amount]),
    ).toEqual([
      ['2026-01-15', '', '', 100],
      ['2026-01-15', guildId, '', 100],
      ['2026-01-15', guildId, ada, 100],
    ]);
  });
});

describe('captions', () => {
  const words = ['One', 'two', 'three'].map((text, index) => ({
    text,
    beginMs: index * 20,
    endMs: index * 20 + 20,
    sentence: 0,
  }));

  it('are asked for and grow in the panel where the voice gives times, at most every 1.2 s', async () => {
    const { speech, room } = await held();
    speech.synthesis.scripts.push({ words });
    await speech.say(ada, 'One two, three!', { captions: true });
    await speech.clock.advance(1_200);
    expect(speech.synthesis.tasks.at(-1)?.request.wordTimestamps).toBe(true);
    const playback = room.mouth.playbacks.at(-1);
    if (!playback) throw new Error('nothing is heard');
    const shown = () => /💬 ([^"]*)/.exec(speech.panel ?? '')?.[1];
    for (const [playedMs, heard] of [
      [0, 'One'],
      [20, 'One two'],
    ] as const) {
      playback.playedMs = playedMs;
      await speech.clock.advance(1_200);
      expect(shown()).toBe(heard);
    }
    room.mouth.release();
    await speech.clock.advance(1_200);
    expect(shown()).toBe('One two, three!');
    expect(speech.posts()).toEqual([]);
  });

  it('outlive trouble that passes, and are given up when it does not, where they have a message of their own', async () => {
    const error = new MessageError('temporary', undefined);
    const speech = openSpeech();
    await speech.readAloud({ naming: 'never', captions: true });
    for (const times of [2, 11]) {
      speech.messenger.failures.push({ call: 'post', when: 'before', error, times });
      speech.synthesis.scripts.push({ words });
      speech.write(ada, 'One two, three!');
      await speech.clock.advance(10 * 60_000);
    }
    expect(speech.posts()).toEqual([expect.stringContaining('One two, three')]);
    expect(speech.recorded.text()).toContain('gave up on captions');
  });

  it('are not there where the voice gives none, and the person is told', async () => {
    const speech = openSpeech({ voice: 'meadow' });
    await speech.say(ada, 'hello', { captions: true });
    await speech.clock.advance(5_000);
    expect(speech.posts()).toEqual([]);
    expect(speech.answers()[0]).toContain("doesn't support live captions");
  });
});

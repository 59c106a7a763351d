import { type APIMessage, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { oggOpus } from '../../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../../sandbox/test/support/opus-speech.ts';
import { shows, startSpeechBot, textOf } from '../../support/speech-bot.ts';
import { used } from '../../support/used.ts';

const it = test.extend('bot', () => used(startSpeechBot()));

const isPrivate = ({ flags }: Pick<APIMessage, 'flags'>) => ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;

describe('/speak say', () => {
  it('says the text, answers in private, and everybody sees what is said for whom', async ({ bot }) => {
    bot.join('member');
    const { member: person } = bot;
    const other = await bot.person('newcomer');
    const answer = await bot.use('say', { text: 'Hello **there**' }, '✅');
    expect(isPrivate(answer)).toBe(true);
    expect(textOf(answer)).not.toContain('Hello there');
    const panel = await other.untilMessage(shows(`✅ Read for <@${person.id}>`));
    expect(textOf(panel)).toContain('Hello there');
    expect((panel.flags ?? 0) & MessageFlags.SuppressNotifications).not.toBe(0);
    expect(bot.synthesis.tasks.map(({ text }) => text)).toEqual(['Hello there']);
  });

  it('names whom a text mentions, also somebody the bot has not met', async ({ bot }) => {
    bot.join('member');
    const { owner } = bot.discord.people;
    await bot.use('say', { text: `hi <@${owner.id}>` }, '✅');
    expect(bot.synthesis.tasks[0]?.text).toMatch(/^hi \S+/);
    expect(bot.synthesis.tasks[0]?.text).not.toContain('somebody');
  });

  it.each([
    ['of the operator', 120, 120],
    ['of Discord, where the operator lets texts be longer', 50_000, 6_000],
  ])('takes no longer text in the composer than the limit %s', async (_, longestText, offered) => {
    await using bot = await startSpeechBot({ longestText });
    const { member: person } = bot;
    const { options } = await person.command(bot.discord.channels.general, 'speak');
    for (const name of ['say', 'file'])
      expect(options).toContainEqual(
        expect.objectContaining({
          name,
          options: expect.arrayContaining([expect.objectContaining({ name: 'text', max_length: offered })]),
        }),
      );
  });

  it('is refused in private where its person is in no voice channel', async ({ bot }) => {
    const answer = await bot.use('say', { text: 'hi' }, 'Join a voice channel first');
    expect(isPrivate(answer)).toBe(true);
  });

  it('can be skipped and stopped with its buttons, and only by those who may', async ({ bot }) => {
    bot.join('member');
    const { general, member: person } = bot;
    const other = await bot.person('newcomer');
    await bot.use('say', { text: 'one' }, '✅');
    const room = bot.rooms.of(bot.discord.guildId);
    if (!room) throw new Error('no room');
    room.mouth.holding = true;
    const two = await person.invoke(general, ['speak', 'say'], { text: 'two' });
    const panel = await other.untilMessage((message) => shows('two')(message) && shows('Stop')(message));
    await other.click(panel, 'Skip');
    await other.untilMessage(shows('Only the person who asked'));
    await other.click(panel, 'Stop');
    await other.untilMessage(shows('Only people in'));
    expect(textOf(await person.answerTo(two, shows('🔊 Reading it now')))).not.toContain('custom_id');
    const waits = await person.invoke(general, ['speak', 'say'], { text: 'waits' });
    await person.click(await person.answerTo(waits, shows('1 text ahead')), 'Skip');
    await person.answerTo(waits, shows('⏭️'));
    await person.click(panel, 'Skip');
    await person.answerTo(two, shows('⏭️'));
    const three = await person.invoke(general, ['speak', 'say'], { text: 'three' });
    const again = await person.untilMessage((message) => message.id === panel.id && shows('three')(message));
    await person.click(again, 'Stop');
    await person.answerTo(three, shows('⏹️'));
    const stopped = await other.untilMessage(shows(`⏹️ Stopped by <@${person.id}>`));
    expect(stopped.id).toBe(panel.id);
    expect(textOf(stopped)).not.toContain('custom_id');
    await expect.poll(() => room.state.is).toBe('left');
    // Both messages show what was done: nothing has to be dismissed.
    const told = [...person.messages.values()].filter(isPrivate).map(textOf);
    expect(told.map((text) => /✅|⏭️|⏹️/u.exec(text)?.[0])).toEqual(['✅', '⏭️', '⏭️', '⏹️']);
  });

  it.each(['skip', 'stop'])('answers a %s button from before a restart with words', async (action) => {
    await using bot = await startSpeechBot();
    bot.join('member');
    const { general, member: person } = bot;
    const { member } = bot.discord.people;
    const { id } = await bot.use('voice', {}, 'Harbour');
    bot.discord.injectInteraction({
      type: 3,
      channelId: general,
      userId: member.id,
      messageId: id,
      data: { component_type: 2, custom_id: `speak:${action}:1000000000000000001` },
    });
    await person.untilMessage(shows('has expired'));
  });
});

describe('two texts that one person asks for at the same moment', () => {
  it('are said in the order in which they were asked for, however long Discord takes to answer', async () => {
    await using bot = await startSpeechBot();
    bot.join('member');
    const { general, member: person } = bot;
    const held = bot.discord.faults.arm({
      method: 'POST',
      path: '/api/v10/interactions/*/*/callback',
      effect: { kind: 'hold', when: 'after' },
    });
    const first = await person.invoke(general, ['speak', 'say'], { text: 'one' });
    await held.reached;
    const second = await person.invoke(general, ['speak', 'say'], { text: 'two' });
    await person.untilMessage(({ interaction_metadata }) => interaction_metadata?.id === second.id);
    bot.discord.faults.clear();
    await person.answerTo(first, shows('✅'));
    await person.answerTo(second, shows('✅'));
    expect(bot.synthesis.tasks.map(({ text }) => text)).toEqual(['one', 'two']);
  });
});

describe('Speak this', () => {
  it('says a message with its files named', async ({ bot }) => {
    bot.join('member');
    const { general, member: person } = bot;
    const target = await person.send(general, 'a fox https://example.org', [
      { name: 'fox.png', bytes: new Uint8Array(8) },
    ]);
    const invoked = await person.invokeOn(general, 'Speak this', target.id);
    expect(isPrivate(await person.answerTo(invoked, shows('✅')))).toBe(true);
    expect(bot.synthesis.tasks[0]?.text).toBe('a fox a link. an image');
  });
});

describe('a message in the feed', () => {
  it('is what its author wrote, with files as their readers see them', async () => {
    await using bot = await startSpeechBot({ messageContent: true });
    bot.join('member');
    const { general, member: person } = bot;
    const owner = await bot.person('owner');
    await bot.use('channel', { read: true }, 'from now on', owner);
    const bytes = new Uint8Array(8);
    await person.send(general, `see <#${general}> <@&${bot.discord.roles.moderator}>`, [
      { name: 'SPOILER_end.png', bytes },
      { name: 'song.mp3', bytes },
      { name: 'notes.txt', bytes },
    ]);
    await expect
      .poll(() => bot.synthesis.tasks[0]?.text)
      .toMatch(/^\S+ said: see general \S.*\. an audio file\. a file\. a hidden file$/);
  });
});

/** A second of a tone. */
async function hum(): Promise<Uint8Array> {
  const samples = Int16Array.from({ length: 48_000 }, (_, at) => Math.round(Math.sin(at / 17) * 20_000));
  return oggOpus(await encodeSpeech(samples, 48_000));
}

const isVoice = ({ flags }: Pick<APIMessage, 'flags'>) => ((flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0;

describe('/speak file without a kind of file', () => {
  it('gives a voice message under its words, as long and as loud as it is', async ({ bot }) => {
    const { member: person } = bot;
    const sound = await hum();
    bot.synthesis.scripts.push({ sound });
    const answer = await bot.use('file', { text: 'Good night' }, 'Good night');
    const voice = await person.untilMessage(isVoice);
    expect(answer.attachments).toEqual([]);
    expect(voice).toMatchObject({ content: '', message_reference: { message_id: answer.id } });
    expect(voice.components ?? []).toEqual([]);
    const [attachment] = voice.attachments;
    expect(attachment).toMatchObject({ content_type: 'audio/ogg', size: sound.length });
    expect(attachment?.duration_secs).toBeCloseTo(1, 1);
    const points = Buffer.from(attachment?.waveform ?? '', 'base64');
    expect(points.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...points)).toBe(255);
    expect(bot.synthesis.tasks[0]?.request).toMatchObject({ format: 'opus', sampleRateHz: 48_000 });
  });

  it('gives a file where the bot may not send voice messages', async ({ bot }) => {
    const { general } = bot;
    bot.discord.setPermissions(general, bot.discord.botUserId, 0n, PermissionFlagsBits.SendVoiceMessages);
    const answer = await bot.use('file', { text: 'Good night' }, 'speech.mp3');
    expect(answer.attachments).toMatchObject([{ filename: 'speech.mp3' }]);
    expect(bot.synthesis.tasks[0]?.request).toMatchObject({ format: 'mp3' });
  });

  it("gives the file when its sound can't be measured", async ({ bot }) => {
    const answer = await bot.use('file', { text: 'Good night' }, 'speech.ogg');
    expect(answer.attachments).toMatchObject([{ filename: 'speech.ogg' }]);
    expect(bot.recorded.text()).toContain("couldn't send a voice message");
  });
});

const refused = { status: 403, body: { code: 50_013, message: 'Missing Permissions' } };

describe('/speak file, when Discord takes no voice message', () => {
  it('puts the file into the answer that has the words, for the same characters', async ({ bot }) => {
    bot.synthesis.scripts.push({ sound: await hum() });
    bot.discord.faults.arm({
      method: 'POST',
      path: '/api/v10/channels/*/messages',
      effect: { kind: 'answer', when: 'before', ...refused },
    });
    const answer = await bot.use('file', { text: 'Good night' }, 'speech.ogg');
    expect(textOf(answer)).toContain('Good night');
    expect(answer.attachments).toMatchObject([{ filename: 'speech.ogg', content_type: 'audio/ogg' }]);
    expect([...bot.member.messages.values()].filter(isVoice)).toEqual([]);
    expect(bot.synthesis.tasks).toHaveLength(1);
    expect(bot.recorded.text()).toMatch(/couldn.t send a voice message/);
  });
});

describe('/speak file', () => {
  it('gives a file with alt text, without anybody in voice, and tells everybody what it took, not what is left', async () => {
    await using bot = await startSpeechBot();
    const answer = await bot.use(
      'file',
      { text: 'Good night', format: 'opus', bit_rate: 24, seed: 7, ai_mark: true },
      'speech.ogg',
    );
    expect(answer.attachments).toMatchObject([
      { filename: 'speech.ogg', size: 6, description: expect.stringContaining('Good night') },
    ]);
    expect(textOf(answer)).toContain('10 characters');
    expect(textOf(answer)).not.toContain('left today');
    expect(bot.synthesis.tasks[0]?.request).toMatchObject({
      format: 'opus',
      sampleRateHz: 48_000,
      bitRateKbps: 24,
      seed: 7,
      aigcTag: {},
    });
  });

  it('refuses a bit rate for what is not opus, in words, and spends nothing', async ({ bot }) => {
    const answer = await bot.use('file', { text: 'hi', bit_rate: 24 }, 'bit_rate');
    expect(isPrivate(answer)).toBe(true);
    expect(bot.synthesis.tasks).toEqual([]);
  });

  it('refuses beforehand what would not fit into the server', async () => {
    await using bot = await startSpeechBot({ longestText: 6_000, charactersPerPersonPerDay: 0 });
    const text = Array.from({ length: 6_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    await bot.use('file', { text, format: 'wav', sample_rate: 48_000 }, "over this server's");
    expect(bot.synthesis.tasks).toEqual([]);
  });
});

describe('/speak queue', () => {
  it('shows in private who has what said, and how long it takes', async ({ bot }) => {
    bot.join('member');
    const empty = await bot.use('queue', {}, 'queue is empty');
    expect(isPrivate(empty)).toBe(true);
    await bot.use('say', { text: 'one' }, '✅');
    const room = bot.rooms.of(bot.discord.guildId);
    if (room) room.mouth.holding = true;
    for (const text of ['two @here', 'three']) await bot.use('say', { text }, '<#');
    const line = await bot.use('queue', {}, 'now');
    expect(textOf(line)).toMatch(/now.*two everyone here.*three.*total/s);
  });

  it('is skipped by command, with the reason when there is nothing', async ({ bot }) => {
    await bot.use('skip', {}, 'not reading anything');
    await bot.use('stop', {}, 'not reading anything');
  });
});

describe('/speak voice', () => {
  it('suggests voices with typos, for the chosen model only', async ({ bot }) => {
    const { member: person } = bot;
    const suggest = async (values: Readonly<Record<string, string>>) =>
      await person.autocomplete(bot.discord.channels.general, ['speak', 'voice'], 'voice', values);
    expect(await suggest({ voice: 'medow' })).toMatchObject([{ name: 'Meadow', value: 'meadow' }]);
    expect(await suggest({ voice: '', model: 'tts-v3.5-flash' })).toMatchObject([{ value: 'echo-1' }]);
  });

  it('suggests the instructions that the voice is marked with, and any for a cloned one', async ({ bot }) => {
    const { member: person } = bot;
    const suggest = async (values: Readonly<Record<string, string>>) =>
      await person.autocomplete(bot.discord.channels.general, ['speak', 'voice'], 'instruction', values);
    expect(await suggest({ instruction: '', voice: 'meadow' })).toMatchObject([
      { value: 'calm' },
      { value: 'bright' },
    ]);
    expect(await suggest({ instruction: 'like rain', voice: 'echo-1' })).toMatchObject([
      { value: 'like rain' },
    ]);
  });

  it('remembers, shows whose decision each is, and lets it be heard as a private file', async ({ bot }) => {
    const { member: person } = bot;
    const page = await bot.use('voice', { voice: 'meadow', rate: 1.5 }, 'Meadow · yours');
    expect(isPrivate(page)).toBe(true);
    expect(textOf(page)).toMatch(/Rate: 1.5 · yours.*1,?000 of 1,?000/s);
    const preview = await person.click(page, 'Preview');
    const sample = await person.answerTo(preview, shows('speech.mp3'));
    expect(isPrivate(sample)).toBe(true);
    expect(bot.synthesis.tasks[0]?.request).toMatchObject({ voice: { name: 'meadow' }, rate: 1.5 });
    expect(bot.rooms.entered).toEqual([]);
  });

  it('is heard in the voice channel by those who are there', async ({ bot }) => {
    bot.join('member');
    const { member: person } = bot;
    const invoked = await person.invoke(bot.discord.channels.general, ['speak', 'voice']);
    const preview = await person.click(await person.answerTo(invoked, shows('Harbour')), 'Preview');
    const panel = await person.answerTo(preview, shows('✅'));
    expect(isPrivate(panel)).toBe(true);
    expect(bot.rooms.entered).toHaveLength(1);
  });

  it('is decided for the server by moderators only', async ({ bot }) => {
    const owner = await bot.person('owner');
    const values = { scope: 'server', voice: 'meadow' };
    await bot.use('voice', values, 'Manage Server');
    await bot.use('voice', values, 'Meadow · server default', owner);
    const mine = await bot.use('voice', {}, 'server default');
    expect(textOf(mine)).toContain('Meadow · server default');
  });

  it('refuses what breaks a rule in plain words', async ({ bot }) => {
    await bot.use('voice', { instruction: 'calm' }, "doesn't support `instruction` with tts-v3-flash");
    await bot.use('voice', { voice: 'harbr' }, 'Did you mean **Harbour**');
  });
});

describe('/speak pronounce', () => {
  it('is changed by moderators, seen by all, and heard', async ({ bot }) => {
    bot.join('member');
    const owner = await bot.person('owner');
    await bot.use('pronounce', { word: 'nginx', as: 'engine x' }, 'Manage Server');
    await bot.use('pronounce', { word: 'nginx', as: 'engine *x*' }, 'say', owner);
    const list = await bot.use('pronounce', {}, '1 of 500');
    expect(textOf(list)).toContain('nginx → engine \\\\*x\\\\*');
    await bot.use('say', { text: 'Nginx' }, '✅');
    expect(bot.synthesis.tasks[0]?.text).toBe('engine *x*');
    await bot.use('pronounce', { word: 'NGINX', remove: true }, "as it's written again", owner);
    await bot.use('pronounce', { word: 'NGINX', remove: true }, "isn't on this server's list", owner);
  });
});

describe('/speak channel', () => {
  it('is changed by moderators, and says how to switch Message Content on where it is off', async () => {
    await using bot = await startSpeechBot();
    const owner = await bot.person('owner');
    await bot.use('channel', { read: true }, 'Manage Server');
    await bot.use('channel', { read: true }, 'DISCORD_MESSAGE_CONTENT=on', owner);
  });

  it('reads what people write from then on, and not any more once it is off', async () => {
    await using bot = await startSpeechBot({ messageContent: true });
    bot.join('member');
    const { general, member: person } = bot;
    const owner = await bot.person('owner');
    const set = async (values: Readonly<Record<string, boolean | string | number>>) =>
      await owner.invoke(general, ['speak', 'channel'], values);
    await owner.answerTo(await set({}), shows('Off.'));
    await owner.answerTo(
      await set({ read: true, names: 'never', max_seconds: 20 }),
      shows('20 s per message'),
    );
    await person.send(general, 'hello <https://example.org>');
    await expect.poll(() => bot.synthesis.tasks.map(({ text }) => text)).toEqual(['hello a link']);
    await owner.answerTo(await set({ role: bot.discord.roles.moderator }), shows('Only people with'));
    await owner.answerTo(await set({ read: false }), shows('stopped reading'));
    await person.send(general, 'unheard');
    await owner.answerTo(await set({ read: true, bots: true }), shows('Bots and webhooks'));
    await person.send(general, 'heard');
    await expect.poll(() => bot.synthesis.tasks.length).toBe(2);
    expect(bot.synthesis.tasks[1]?.text).toContain('heard');
    expect(bot.synthesis.tasks[1]?.text).not.toContain('unheard');
  });

  it('is told to everybody who writes there, when it begins and when it ends, and only then', async () => {
    await using bot = await startSpeechBot({ messageContent: true });
    const { general, member: person } = bot;
    const owner = await bot.person('owner');
    const set = async (values: Readonly<Record<string, boolean | string>>, sign: string) =>
      await bot.use('channel', values, sign, owner);
    await set({ read: true, except: '!' }, 'from now on');
    const told = await person.untilMessage(shows('are sent to an AI voice service'));
    expect(textOf(told)).toContain('Start a message with !');
    expect((told.flags ?? 0) & MessageFlags.SuppressNotifications).not.toBe(0);
    await set({ emoji: false }, 'from now on');
    await set({ read: false }, 'stopped reading');
    await person.untilMessage(shows('turned off reading aloud'));
    await set({ read: false }, 'stopped reading');
    const lines = bot.discord.state
      .messages(general)
      .filter((message) =>
        /AI voice service|turned off/.test(JSON.stringify(bot.discord.state.wire(message))),
      );
    expect(lines).toHaveLength(2);
  });

  it('never reads what the bot writes itself', async () => {
    await using bot = await startSpeechBot({ messageContent: true });
    bot.join('member');
    const { general, member: person } = bot;
    const owner = await bot.person('owner');
    const read = { read: true, bots: true, names: 'never', into: bot.discord.channels.voice };
    await owner.answerTo(await owner.invoke(general, ['speak', 'channel'], read), shows('from now on'));
    bot.synthesis.scripts.push({ words: [{ text: 'one', beginMs: 0, endMs: 20, sentence: 0 }] });
    await person.invoke(general, ['speak', 'say'], { text: 'one', captions: true });
    await person.untilMessage(shows('💬 one'));
    await person.send(general, 'two');
    await expect.poll(() => bot.synthesis.tasks.map(({ text }) => text)).toEqual(['one', 'two']);
  });
});

import { describe, expect, test } from 'vitest';
import { type MessageBody, MessageError } from '../../../src/discord/messenger.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { actorOf, ada, ben, guildId, textChannel, voiceChannel } from '../../support/conversation-world.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { InterpreterWorld, interpretedLine } from '../../support/interpreter-world.ts';
import { refusal } from '../../support/rejection.ts';

const it = test.extend('world', () => new InterpreterWorld()).extend('call', ({ world }) => world.start());

const moderator = actorOf(ada, { everywhere: ['ManageMessages'] });

describe('starting to interpret', () => {
  it('with a file at the end is for moderators', async ({ world }) => {
    expect(await refusal(world.start({ transcript: true }))).toMatchObject({
      ...{ code: 'call-option-moderators', only: 'transcript' },
    });
    expect((await world.start({ transcript: true }, moderator)).request.settings.transcript).toBe(true);
  });

  it('is not captioned where people would read it from whom the voice channel is hidden', async () => {
    const world = new InterpreterWorld();
    world.exposed = true;
    const exposed = { code: 'interpreter-captions-exposed', channelId: voiceChannel };
    expect(await refusal(world.start({}))).toEqual(exposed);
    expect(await refusal(world.start({ captions: 'off', transcript: true }, moderator))).toEqual(exposed);
    expect(world.running.records.size).toBe(0);
    await world.start({ captions: 'off' });
  });
});

describe('taking part', () => {
  it.each([
    ['de', { speaks: 'de' }],
    ['en-GB', { speaks: 'en' }],
    ['fr', {}],
  ])(
    'takes the language of a Discord in %s as what is spoken, where the call has it',
    async (locale, chosen) => {
      const world = new InterpreterWorld();
      const call = await world.start();
      await world.desk.join(actorOf(ada), locale);
      expect(call.languages.get(ada)).toEqual(chosen);
    },
  );

  it('goes by what somebody chose before, whatever their Discord speaks', async ({ world }) => {
    await world.desk.me(actorOf(ada), { speaks: 'Deutsch', reads: 'English' });
    const call = await world.start();
    await world.desk.join(actorOf(ada), 'en-US');
    expect(call.languages.get(ada)).toEqual({ speaks: 'de', reads: 'en' });
  });

  it('is remembered apart from conversations', async ({ world }) => {
    await world.desk.remember(actorOf(ben));
    expect([...world.consents.records.keys()]).toEqual([`interpreter/${guildId}/${ben}`]);
    await world.desk.me(actorOf(ben), { speaks: 'de' });
    const call = await world.start();
    await world.come(ben);
    expect([...call.participants]).toEqual([ben]);
    expect(call.languages.get(ben)).toEqual({ speaks: 'de' });
    expect(world.posts()).toEqual([]);
  });
});

describe('what somebody speaks and reads', () => {
  it('is chosen in any of its names, kept, and counts at once', async ({ world, call }) => {
    await world.desk.join(actorOf(ada), 'en-US');
    await world.desk.me(actorOf(ada), { speaks: '德语' });
    expect(call.languages.get(ada)).toEqual({ speaks: 'de' });
    await world.desk.me(actorOf(ada), { reads: 'english', ownCaptions: true });
    expect(call.languages.get(ada)).toEqual({ speaks: 'de', reads: 'en', ownCaptions: true });
    expect(await world.desk.me(actorOf(ada), {})).toEqual({ speaks: 'de', reads: 'en', ownCaptions: true });
  });

  it('counts for who only reads, from the beginning and when they come', async ({ world }) => {
    await world.desk.me(actorOf(ben), { reads: 'fr' });
    world.arrive(ben);
    const call = await world.start();
    expect([...call.languages]).toEqual([[ben, { reads: 'fr' }]]);
    expect([...call.participants]).toEqual([]);
    const late = '200000000000000003';
    await world.desk.me(actorOf(late), { reads: 'es' });
    call.languages.clear();
    await world.come(late);
    expect(call.languages.get(late)).toEqual({ reads: 'es' });
  });

  it('stays as it is in this call for who comes back, and is not looked up for who comes in elsewhere', async () => {
    const world = new InterpreterWorld();
    const call = await world.start();
    await world.desk.me(actorOf(ben), { reads: 'fr' });
    call.choose(ben, { reads: 'es' });
    world.arrive(ben);
    const elsewhere = '200000000000000003';
    await world.desk.me(actorOf(elsewhere), { reads: 'es' });
    call.languages.delete(elsewhere);
    world.people.arrive({ guildId, channelId: '300000000000000010', userId: elsewhere });
    await world.clock.advance(0);
    expect([...call.languages]).toEqual([[ben, { reads: 'es' }]]);
  });

  it("is nobody's business who cannot see the voice channel", async ({ world, call }) => {
    await world.desk.me(actorOf(ben, { channels: {} }), { reads: 'fr' });
    expect([...call.languages]).toEqual([]);
  });

  it('is refused with the nearest names where it is none', async ({ world }) => {
    expect(await refusal(world.desk.me(actorOf(ada), { speaks: 'Germann' }))).toMatchObject({
      code: 'interpreter-language-unknown',
      name: 'Germann',
      nearest: expect.arrayContaining(['de']),
    });
    expect(world.languages.records.size).toBe(0);
  });

  it('is found out by the service only where the operator allows it', async ({ world }) => {
    expect(await refusal(world.desk.me(actorOf(ada), { speaks: 'auto' }))).toMatchObject({
      code: 'interpreter-language-unknown',
    });
    const allowing = new InterpreterWorld();
    allowing.detectsLanguage = true;
    expect(await allowing.desk.me(actorOf(ada), { speaks: 'auto' })).toEqual({ speaks: 'auto' });
  });
});

describe('the glossary of a server', () => {
  const by = { guildId, userId: '100' };
  const spelled = (world: InterpreterWorld) => {
    world.pronunciations.push({ word: 'Siobhan', as: 'shivawn' }, { word: 'GG', as: 'good game' });
    return world;
  };

  it('corrects what is captioned there, at once when it changes, and nowhere else', async ({ world }) => {
    const { glossary } = spelled(world);
    await glossary.add(by, 'Emcee', 'em see, MC');
    expect(glossary.corrects('em see', guildId)).toBe('em see');
    await world.start();
    expect(glossary.corrects('Ask em see or Shivawn, emcee!', guildId)).toBe('Ask Emcee or Siobhan, Emcee!');
    expect(glossary.corrects('a good game', guildId)).toBe('a good game');
    await glossary.add(by, '林薇', '林威');
    expect(glossary.corrects('我叫林威。', guildId)).toBe('我叫林薇。');
    await glossary.remove(by, 'EMCEE');
    expect(glossary.corrects('em see', guildId)).toBe('em see');
    expect(glossary.corrects('林威', 'another guild')).toBe('林威');
  });

  it('names what may be said there, for a service that wants to know it beforehand', async ({ world }) => {
    const { glossary } = spelled(world);
    await glossary.add(by, 'Emcee', 'em see');
    expect(glossary.names(guildId)).toEqual([]);
    await world.start();
    expect(glossary.names(guildId)).toEqual(['Emcee', 'Siobhan']);
    await glossary.add(by, '林薇');
    expect(new Set(glossary.names(guildId))).toEqual(new Set(['Emcee', '林薇', 'Siobhan']));
  });

  it('takes words that can be written, so many of them, and forgets only those it has', async () => {
    const { glossary } = new InterpreterWorld();
    for (const term of ['x', '12', 'y'.repeat(61)])
      expect(await refusal(glossary.add(by, term))).toMatchObject({
        code: 'interpreter-term-invalid',
      });
    expect(await refusal(glossary.add(by, 'Emcee', 'a1,b1,c1,d1,e1,f1'))).toMatchObject({
      code: 'interpreter-term-invalid',
    });
    expect(await refusal(glossary.remove(by, '*none*'))).toEqual({
      code: 'interpreter-term-unknown',
      term: '\\*none\\*',
    });
    for (let index = 0; index < 300; index += 1) await glossary.add(by, `term ${index}`);
    expect(await refusal(glossary.add(by, 'one more'))).toMatchObject({
      code: 'interpreter-glossary-full',
    });
    await glossary.add(by, 'Term 7', 'turm 7');
    expect(await glossary.list(guildId)).toHaveLength(300);
  });
});

describe('captions of an interpreter', () => {
  it('are linked on its panel, which offers a page of my own', async ({ world, call }) => {
    const panel = await world.panel();
    expect(panel).toContain('<#thread-1>');
    expect(panel).toContain(`interpret:mine:${call.request.id}`);
    expect(panel).not.toContain('interpret:here:');
  });

  it.each([
    ['one-thread', 0, voiceChannel],
    ['thread-per-language', 1, 'thread-1'],
  ] as const)(
    'as %s, are in the chat of the voice channel as far as it can have them',
    async (captions, threads, where) => {
      const world = new InterpreterWorld();
      world.writesInVoiceChat = true;
      const call = await world.start({ captions }, actorOf(ada, { everywhere: ['SendMessages'] }));
      call.line(interpretedLine());
      await world.clock.advance(2_000);
      expect(world.messenger.threads).toHaveLength(threads);
      const edited = world.messenger.edits.filter(({ panel }) => panel.channelId === where);
      const texts = [...world.posts(where), ...edited.map(({ body }) => FakeMessenger.textOf(body))];
      expect(texts.join()).toContain('Guten Morgen.');
      expect(world.posts()).toEqual([]);
      const details = await world.desk.details(actorOf(ada), call.request.id, wordsFor('en-US'));
      const told = threads === 0 ? 'Captions are written here' : `threads in <#${textChannel}>`;
      expect(FakeMessenger.textOf(details)).toContain(told);
    },
  );

  it('are offered here when their thread is gone, to people who are there', async ({ world, call }) => {
    await world.panel();
    const error = new MessageError('closed', undefined, 10_003);
    world.messenger.failures.push({ call: 'editPanel', when: 'before', error, times: 1 });
    call.line(interpretedLine());
    expect(await world.panel()).toContain(`interpret:here:${call.request.id}`);
    expect(() => world.desk.bringCaptionsHere(actorOf(ben), call.request.id)).toThrow('call-elsewhere');
    world.desk.bringCaptionsHere(actorOf(ada), call.request.id);
    call.line(interpretedLine({ id: 'again' }));
    const panel = await world.panel();
    expect(panel).not.toContain('interpret:here:');
    expect(world.posts().join()).toContain('Guten Morgen.');
  });

  it.each([
    ['the language they read', { speaks: 'English', reads: 'German' }, 'en-US', 'German'],
    ['what they speak', { speaks: 'German' }, 'en-US', 'German'],
    ["their Discord's", undefined, 'de', 'German'],
    ["the call's first if theirs is none of it", undefined, 'fr', 'English'],
  ])('are on a page of my own in %s', async (_, me, locale, name) => {
    const world = new InterpreterWorld();
    const call = await world.start();
    if (me) await world.desk.me(actorOf(ada), me);
    await world.panel();
    await world.desk.openMine(world.order(ada, { locale }), actorOf(ada), call.request.id, wordsFor('en-US'));
    call.line(interpretedLine());
    const page = await world.panel();
    expect(page).toContain(`in ${name}, only for you`);
    expect(page).toContain(name === 'German' ? 'Guten Morgen.' : 'Good morning.');
    expect(page).not.toContain(name === 'German' ? 'Good morning.' : 'Guten Morgen.');
  });

  it('are nothing for a person who can neither see the voice channel nor is there', async ({ world }) => {
    const call = await world.start();
    const ask = world.desk.openMine(
      world.order(ben),
      actorOf(ben, { channels: {} }),
      call.request.id,
      wordsFor('en-US'),
    );
    await expect(ask).rejects.toThrow('call-over');
  });

  it('stay hidden from a reader who loses sight of the voice channel, and go on in the same page', async () => {
    const world = new InterpreterWorld();
    const call = await world.start();
    const words = wordsFor('en-US');
    await world.desk.openMine(world.order(ben), actorOf(ben), call.request.id, words);
    world.sees = false;
    await world.clock.advance(2_000);
    call.line(interpretedLine({ id: 'secret' }));
    expect(await world.panel()).not.toContain('Good morning.');
    world.sees = true;
    await world.clock.advance(2_000);
    call.line(interpretedLine({ id: 'again' }));
    expect(await world.panel()).toContain('Good morning.');
    await world.desk.continueMine(world.order(ben), actorOf(ben), call.request.id, words);
    expect(await world.panel()).toContain('Good morning.');
  });
});

describe('a person who is heard in another language than they speak', () => {
  const questions = (world: InterpreterWorld) =>
    world.messenger.posted.filter(({ body }) => body.mentions?.includes(ada));
  /** Ada takes part, and is heard speaking French. */
  const asked = async ({ locale = 'en-US', writesInVoiceChat = false } = {}) => {
    const world = new InterpreterWorld();
    world.writesInVoiceChat = writesInVoiceChat;
    const call = await world.start({}, actorOf(ada, { everywhere: ['SendMessages'] }));
    await world.desk.join(actorOf(ada), locale);
    call.choose(ada, { speaks: 'en' });
    call.hearOther(ada, 'fr');
    await world.clock.advance(0);
    return { world, call };
  };

  it('is asked once if they want it changed, and nobody else is pinged', async () => {
    const { world, call } = await asked();
    call.hearOther(ada, 'fr');
    call.hearOther(ada, 'de');
    await world.clock.advance(0);
    expect(questions(world)).toHaveLength(1);
    const [question] = questions(world);
    expect(question?.body.mentions).toEqual([ada]);
    expect(FakeMessenger.textOf(question?.body)).toMatch(
      /expecting English from you, but you seem to speak French.*I speak French.*interpret:speaks:/s,
    );
  });

  it('is asked in the language of their Discord', async () => {
    const { world } = await asked({ locale: 'zh-CN' });
    expect(FakeMessenger.textOf(questions(world)[0]?.body)).toMatch(
      /我在按英语听你说话，但你说的好像是法语。.*我说法语/s,
    );
  });

  it('is asked below the newest page: one message, moved, that pings once', async () => {
    const { world, call } = await asked({ writesInVoiceChat: true });
    await world.clock.advance(5_000);
    for (let line = 0; line < 13; line += 1) {
      call.line(interpretedLine({ id: String(line), original: { sure: `Sentence ${line}.`, unsure: '' } }));
      await world.clock.advance(5_000);
    }
    const shown = world.messenger.posted.filter(({ body }) =>
      FakeMessenger.textOf(body).includes('seem to speak'),
    );
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.map(({ body }) => body.mentions)).toEqual([[ada], ...shown.slice(1).map(() => [])]);
    expect(world.messenger.posted.at(-1)?.id).toBe(shown.at(-1)?.id);
    expect(world.messenger.removed).toEqual(shown.slice(0, -1).map(({ id }) => id));
    await world.clock.advance(120_000);
    expect(world.messenger.removed).toEqual(shown.map(({ id }) => id));
  });

  it.each([
    ['before a page begins', 2],
    ['while it is moved below one', 3],
  ] as const)('leaves nothing behind when they press %s', async (_, posts) => {
    const { world, call } = await asked({ writesInVoiceChat: true });
    await world.clock.advance(5_000);
    const { messenger } = world;
    const isQuestion = (body: MessageBody) => FakeMessenger.textOf(body).includes('seem to speak');
    const post = messenger.post.bind(messenger);
    const moved = Promise.withResolvers<void>();
    messenger.post = async (...args) => {
      if (isQuestion(args[1])) await moved.promise;
      return await post(...args);
    };
    if (posts === 2) call.choose(ada, { speaks: 'fr' });
    await world.clock.advance(0);
    for (let line = 0; line < 13; line += 1) call.line(interpretedLine({ id: String(line) }));
    await world.clock.advance(10_000);
    call.choose(ada, { speaks: 'fr' });
    await world.clock.advance(0);
    moved.resolve();
    await world.clock.advance(0);
    const shown = messenger.posted.filter(({ body }) => isQuestion(body)).map(({ id }) => id);
    expect(shown).toHaveLength(posts);
    expect(messenger.removed.toSorted()).toEqual(shown.toSorted());
  });

  it('speaks it from then on with one press, and the question goes', async () => {
    const { world, call } = await asked();
    const chosen = await world.desk.speakInstead(actorOf(ada), `${ada}.fr`);
    expect(chosen).toMatchObject({ speaks: 'fr' });
    expect(call.languages.get(ada)).toMatchObject({ speaks: 'fr' });
    await world.clock.advance(0);
    expect(world.messenger.removed).toEqual([questions(world)[0]?.id]);
    call.hearOther(ada, 'de');
    await world.clock.advance(0);
    expect(questions(world)).toHaveLength(1);
  });

  it('alone can answer it', async () => {
    const { world, call } = await asked();
    expect(await refusal(world.desk.speakInstead(actorOf(ben), `${ada}.fr`))).toEqual({
      ...{ code: 'call-question-not-yours', userId: ada },
    });
    expect(await refusal(world.desk.speakInstead(actorOf(ada), `${ada}.xx`))).toEqual({
      code: 'control-expired',
    });
    expect(call.languages.get(ada)).toEqual({ speaks: 'en' });
  });

  it.each<[string, (world: InterpreterWorld, call: Awaited<ReturnType<typeof asked>>['call']) => unknown]>([
    ['nobody pressed for two minutes', (world) => world.clock.advance(120_000)],
    ['they left', (_, call) => call.leave(ada)],
    ['the call ended', (_, call) => call.stop()],
  ])('is asked no longer once %s', async (_, passes) => {
    const { world, call } = await asked();
    expect(world.messenger.removed).toEqual([]);
    await passes(world, call);
    await world.clock.advance(0);
    expect(world.messenger.removed).toEqual([questions(world)[0]?.id]);
  });

  it('is not asked where no message can be posted, and the call goes on', async ({ world, call }) => {
    await world.desk.join(actorOf(ada), 'en-US');
    const error = new MessageError('closed', undefined, 50_001);
    world.messenger.failures.push({ call: 'post', when: 'before', error, times: 2 });
    call.hearOther(ada, 'fr');
    await world.clock.advance(120_000);
    expect(questions(world)).toEqual([]);
    expect(call.state.is).toBe('running');
  });
});

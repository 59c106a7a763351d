import { describe, expect, test } from 'vitest';
import type { ConversationPage } from '../../../src/community/settings-pages.ts';
import type { CallAsk } from '../../../src/conversation/call-ask.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { conversationModels } from '../../../src/service/realtime/models.ts';
import { wordsFor } from '../../../src/words/index.ts';
import {
  actorOf,
  ada,
  ben,
  ConversationWorld,
  callLine,
  guildId,
  textChannel,
  voiceChannel,
} from '../../support/conversation-world.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { refusal, rejection } from '../../support/rejection.ts';

const it = test.extend('world', () => new ConversationWorld()).extend('call', ({ world }) => world.start());

const notParticipant = { code: 'call-not-participant', kind: 'conversation' };
const callOver = { code: 'call-over', kind: 'conversation' };
const callIn = (channelId: string) => ({ code: 'call-elsewhere', kind: 'conversation', channelId });
const moderator = actorOf(ada, { everywhere: ['ManageMessages'] });
/** Who may write in the chat of the voice channel, too. */
const writingModerator = actorOf(ada, { everywhere: ['SendMessages', 'ManageMessages'] });

describe('what moderators decided', () => {
  const decide = async (world: ConversationWorld, change: Partial<ConversationPage>) =>
    await world.settings
      .page('conversation')
      .change({ guildId, userId: '7' }, (before) => ({ ...before, ...change }));

  it('counts for what the person left out, as far as it goes together', async ({ world }) => {
    const [usual, other] = conversationModels;
    const [voice = ''] = (other ?? usual).voices;
    await decide(world, { model: other?.name, voice, idleMinutes: 3 });
    const { request } = await world.start();
    expect(request.settings).toMatchObject({ model: other?.name, voice });
    expect(request.idleMs).toBe(180_000);
    await world.desk.stop(actorOf(ada));
    const chosen = await world.start({ model: usual.name, voice: usual.voices[1] });
    expect(chosen.request.settings).toMatchObject({ model: usual.name, voice: usual.voices[1] });
  });

  it('also refuses moderators a transcript, and nothing else', async ({ world }) => {
    await decide(world, { transcripts: false });
    world.arrive(ada);
    const started = world.desk.start(world.order(), moderator, { transcript: true });
    expect(await refusal(started)).toEqual({ code: 'call-transcripts-off' });
    await world.start({ answers: 'always' }, moderator);
    expect(world.calls.all).toHaveLength(1);
  });

  it('keeps out whom they block, even if that person is heard without being asked', async ({ world }) => {
    world.blocked.add(ben);
    for (const userId of [ada, ben]) await world.desk.remember(actorOf(userId));
    world.arrive(ben);
    const call = await world.start();
    expect([...call.participants]).toEqual([ada]);
  });

  it('hear who started and stopped it, and who was heard from when to when', async ({ world, call }) => {
    call.join(ada);
    await call.leave(ada);
    call.join(ada);
    await world.desk.stop(actorOf(ada));
    await world.clock.advance(0);
    const at = { guildId, voiceChannelId: voiceChannel, kind: 'conversation', userId: ada };
    expect(world.told).toEqual(
      ['listening-started', 'heard', 'not-heard', 'heard', 'not-heard', 'listening-stopped'].map((is) => ({
        is,
        ...at,
      })),
    );
  });
});

describe('starting a conversation', () => {
  it.each([{ transcript: true }, { answers: 'always' }, { answers: 'by-name' }] as const)(
    'with %j is for moderators',
    async (ask) => {
      const world = new ConversationWorld();
      world.arrive(ada);
      const started = world.desk.start(world.order(), actorOf(ada), ask);
      const [only] = Object.keys(ask);
      expect(await refusal(started)).toMatchObject({ code: 'call-option-moderators', only });
      expect(world.calls.all).toEqual([]);
      await world.start(ask, moderator);
      expect(world.calls.all).toHaveLength(1);
    },
  );

  it('with a transcript is not begun where people would read it from whom the voice channel is hidden', async () => {
    const world = new ConversationWorld();
    world.exposed = true;
    world.arrive(ada);
    const started = world.desk.start(world.order(), moderator, { transcript: true });
    expect(await refusal(started)).toEqual({ code: 'call-transcript-exposed', channelId: voiceChannel });
    expect(world.calls.all).toEqual([]);
    await world.start({}, moderator);
    expect(world.calls.all).toHaveLength(1);
  });

  it('that fails forgets what was prepared for it', async ({ world }) => {
    world.arrive(ada);
    world.calls.failure = new ServiceError({ fault: 'credentials', code: 'x', nothingHappened: true });
    const started = world.desk.start(world.order(), actorOf(ada), {});
    await rejection(started, ServiceError);
    expect(world.forgotten).toEqual(world.prepared);
  });
});

describe('the panel', () => {
  it('is one message, edited as the call goes on', async ({ world, call }) => {
    await world.desk.join(actorOf(ada), 'en-US', call.request.id);
    call.become('thinking');
    expect(await world.panel()).toContain('Answering');
    expect(world.messenger.posted).toEqual([]);
  });

  it('is edited at most three times for a sentence and its answer, and at once when somebody talks', async () => {
    const world = new ConversationWorld();
    const call = await world.start();
    await world.desk.join(actorOf(ada), 'en-US');
    await world.panel();
    const before = world.messenger.panels.length;
    call.speaker = ada;
    call.become('hearing');
    await world.clock.advance(150);
    expect(FakeMessenger.textOf(world.messenger.panels.at(-1))).toContain(`<@${ada}> is talking`);
    await world.clock.advance(2_500);
    call.speaker = undefined;
    for (const activity of ['thinking', 'hearing', 'thinking', 'speaking'] as const) {
      call.become(activity);
      await world.clock.advance(400);
    }
    await world.clock.advance(4_000);
    call.become('listening');
    await world.clock.advance(4_000);
    expect(FakeMessenger.textOf(world.messenger.panels.at(-1))).toContain('Listening');
    expect(world.messenger.panels.length - before).toBe(3);
  });

  it('shows who talks behind what is written of it, and a press in between', async ({ world }) => {
    world.writesInVoiceChat = true;
    const call = await world.start({ transcript: true }, writingModerator);
    await world.desk.join(actorOf(ada), 'en-US');
    await world.clock.advance(60_000);
    const panelId = world.messenger.posted[0]?.id;
    const edits = () =>
      world.messenger.edits
        .filter(({ panel }) => panel.messageId === panelId)
        .map(({ body }) => FakeMessenger.textOf(body));
    const talk = async (from: number, seconds: number) => {
      for (let tenth = from; tenth < from + seconds * 10; tenth += 1) {
        call.livedMs = tenth * 1_000;
        call.become('hearing');
        call.line(callLine({ id: `l${Math.floor(tenth / 50)}`, sure: `word ${tenth}` }));
        await world.clock.advance(100);
      }
    };
    const before = edits().length;
    call.speaker = ada;
    await talk(0, 20);
    expect(edits().length - before).toBeLessThanOrEqual(2);
    expect(edits().at(-1)).toContain(`<@${ada}> is talking`);
    const unpressed = edits().length;
    await world.desk.leave(actorOf(ada));
    await talk(200, 2);
    expect(edits().length - unpressed).toBe(1);
  });

  it('counts minutes while nothing else changes', async ({ world, call }) => {
    await world.panel();
    call.livedMs = 125_000;
    await world.clock.advance(31_000);
    expect(await world.panel()).toContain('this call 2 min');
  });

  it('is all there is when somebody pressed Stop', async ({ world, call }) => {
    await world.desk.stop(actorOf(ada), call.request.id);
    expect(await world.panel()).toContain('Ended');
    expect(world.posts()).toEqual([]);
  });
});

describe('taking part', () => {
  it('is nothing that people know of who cannot see the voice channel', async ({ world, call }) => {
    const outsider = actorOf(ben, { channels: {} });
    const joining = async () => world.desk.join(outsider, 'en-US', call.request.id);
    expect(await refusal(joining())).toEqual(callOver);
    expect(await refusal(world.desk.stop(outsider))).toEqual({ code: 'call-none', kind: 'conversation' });
  });
});

describe('going out of the voice channel', () => {
  it('is told to the call that is there, as long as it runs', async ({ world }) => {
    world.arrive(ben);
    const call = await world.start();
    world.people.arrive({ guildId, channelId: 'elsewhere', userId: 'cleo' });
    const left: string[] = [];
    call.watch((event) => {
      if (event.is === 'left') left.push(event.userId);
    });
    world.people.leave(guildId, 'cleo');
    world.people.leave(guildId, ben);
    expect(left).toEqual([ben]);
    await call.stop();
    await world.clock.advance(0);
    expect(world.people.listeners).toBe(0);
  });
});

describe('Details', () => {
  it('has the persona with who set it, as what it is: text of a member', async ({ world }) => {
    const call = await world.start({ persona: 'A **pirate**\n-# of the *house*' });
    expect(await world.panel()).toContain(`converse:details:${call.request.id}`);
    const details = await world.desk.details(actorOf(ada), call.request.id, wordsFor('en-US'));
    const told = FakeMessenger.textOf(details);
    expect(told).toContain(`set by <@${ada}>`);
    expect(told).toContain(String.raw`A \\*\\*pirate`);
    const outsider = actorOf(ben, { channels: {} });
    await rejection(world.desk.details(outsider, call.request.id, wordsFor('en-US')), Refusal);
  });

  it('fits into a message with the longest persona', async ({ world }) => {
    const call = await world.start({ persona: '*\n'.repeat(500) });
    const body = await world.desk.details(actorOf(ada), call.request.id, wordsFor('en-US'));
    // With its line ends as one character each, as Discord counts them.
    expect(JSON.stringify(body).replaceAll('\\n', ' ').length).toBeLessThan(4_000);
  });
});

describe('stopping', () => {
  it('twice at the same moment is stopping once', async ({ world, call }) => {
    const { id } = call.request;
    const both = await Promise.allSettled([
      world.desk.stop(actorOf(ada), id),
      world.desk.stop(actorOf(ada), id),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(call.state).toEqual({ is: 'ended', end: 'asked', by: ada });
  });
});

describe('the chat of the voice channel', () => {
  const writer = actorOf(ada, { everywhere: ['SendMessages'] });

  it('has the panel and what newcomers are asked, and the answer is a link to it', async ({ world }) => {
    world.writesInVoiceChat = true;
    const call = await world.start({}, writer);
    await world.clock.advance(2_000);
    expect(world.posts()).toEqual([]);
    expect(world.posts(voiceChannel)[0]).toContain(`converse:join:${call.request.id}`);
    expect(world.posts(voiceChannel)[0]).not.toContain(`<#${voiceChannel}>`);
    const link = `https://discord.com/channels/${guildId}/${voiceChannel}/${world.messenger.posted[0]?.id}`;
    expect(FakeMessenger.textOf(world.messenger.panels[0])).toContain(`**🎙️ AI conversation** ${link}`);
    await world.come(ben);
    expect(world.posts(voiceChannel)).toHaveLength(2);
  });

  it('has the transcript, its questions and its end, and nothing is where the call was asked for', async () => {
    const world = new ConversationWorld();
    world.writesInVoiceChat = true;
    const call = await world.start({ transcript: true }, writingModerator);
    await world.clock.advance(2_000);
    call.line(callLine({ sure: 'Here it is.' }));
    await world.clock.advance(2_000);
    void world.questions.ask(
      { request: call.request, userId: ada, sentence: 'May I?', yes: 'Yes' },
      AbortSignal.timeout(10_000),
    );
    await world.clock.advance(0);
    await call.stop();
    await world.clock.advance(2_000);
    expect(world.messenger.threads).toEqual([]);
    expect(world.posts()).toEqual([]);
    const there = world.posts(voiceChannel).join();
    for (const text of ['writing down', 'May I?', 'minute of conversation']) expect(there).toContain(text);
    expect(await world.panel()).not.toContain('<#thread');
  });

  it('keeps what newcomers are asked and when minutes run out below its newest page', async ({ world }) => {
    world.writesInVoiceChat = true;
    const call = await world.start({ transcript: true }, writingModerator);
    call.left = { endsAt: world.clock.now() + 4.5 * 60_000, isPayersDay: true };
    await world.clock.advance(15_000);
    await world.come(ben);
    const { messenger } = world;
    const shown = (part: string) =>
      messenger.posted.filter(({ body }) => FakeMessenger.textOf(body).includes(part));
    const kept = () => messenger.posted.filter(({ id }) => !messenger.removed.includes(id));
    const invited = `<@${ben}>`;
    const runsOut = 'minutes for today run out';
    expect(shown(invited)).toHaveLength(1);
    expect(shown(runsOut)).toHaveLength(1);
    for (let line = 0; line < 13; line += 1) {
      call.line(callLine({ id: String(line), sure: `Sentence ${line}.` }));
      await world.clock.advance(2_000);
    }
    const last = kept()
      .slice(-2)
      .map(({ body }) => FakeMessenger.textOf(body));
    expect(last).toEqual([expect.stringContaining(invited), expect.stringContaining(runsOut)]);
    for (const part of [invited, runsOut])
      expect(kept().filter((each) => shown(part).includes(each))).toHaveLength(1);
    await call.stop();
    await world.clock.advance(2_000);
    for (const part of [invited, runsOut])
      expect(kept().filter((each) => shown(part).includes(each))).toEqual([]);
  });

  it('has none of it where people may not write there', async ({ world }) => {
    world.writesInVoiceChat = true;
    const readsOnly = {
      [textChannel]: ['ViewChannel', 'SendMessages'],
      [voiceChannel]: ['ViewChannel'],
    } as const;
    await world.start({}, actorOf(ada, { channels: readsOnly }));
    await world.clock.advance(2_000);
    expect(world.posts(voiceChannel)).toEqual([]);
    expect(FakeMessenger.textOf(world.messenger.panels[0])).toContain('converse:join:');
  });

  it('has the panel edited in place, and the end notice', async ({ world }) => {
    world.writesInVoiceChat = true;
    const call = await world.start({}, writer);
    await world.clock.advance(2_000);
    await call.stop('idle');
    await world.clock.advance(2_000);
    const [posted] = world.messenger.posted;
    const edited = world.messenger.edits.findLast(({ panel }) => panel.messageId === posted?.id);
    expect(edited?.panel.channelId).toBe(voiceChannel);
    expect(FakeMessenger.textOf(edited?.body)).toContain('nobody talked for a while');
    expect(world.posts(voiceChannel).at(-1)).toContain('/converse start');
  });
});

describe('the chat of the voice channel that takes nothing from the bot', () => {
  const closed = new MessageError('closed', undefined, 50_013);

  /** A call whose channel may be written in, as far as the bot's permissions say. */
  async function shutOut(times: number, ask: CallAsk = {}) {
    const world = new ConversationWorld();
    world.writesInVoiceChat = true;
    world.messenger.failures.push({ call: 'post', when: 'before', error: closed, times });
    const call = await world.start(ask, writingModerator);
    await world.clock.advance(2_000);
    return { world, call };
  }

  it('leaves the panel where the call was asked for, which says why, and asks newcomers there', async () => {
    const { world, call } = await shutOut(1);
    expect(await world.panel()).toContain(`converse:join:${call.request.id}`);
    expect(await world.panel()).toContain(`I can't write in <#${voiceChannel}>, so the panel is here.`);
    const [record = ''] = world.running.records.values();
    expect(JSON.parse(record)).toMatchObject({ textChannelId: textChannel });
    world.messenger.failures.push({ call: 'post', when: 'before', error: closed });
    await world.come(ben);
    expect(world.posts().at(-1)).toContain(`<@${ben}>`);
    await world.desk.join(actorOf(ben), 'en-US');
    await world.clock.advance(0);
    expect(world.messenger.removed).toHaveLength(1);
    await call.stop();
    expect(await world.panel()).not.toContain("I can't write in");
  });

  it('offers the transcript where the call was asked for, with the button', async () => {
    const { world, call } = await shutOut(2, { transcript: true });
    const told = world.posts().at(-1);
    expect(told).toContain("can't write in");
    expect(told).toContain(`converse:here:${call.request.id}`);
    world.desk.bringCaptionsHere(writingModerator, call.request.id);
    call.line(callLine({ sure: 'Written here.' }));
    await world.clock.advance(2_000);
    expect(world.posts().join()).toContain('Written here.');
  });
});

describe('My captions of a conversation', () => {
  it('are a private page, though nothing is written down', async ({ world, call }) => {
    expect(await world.panel()).toContain(`converse:mine:${call.request.id}`);
    const open = () =>
      world.desk.openMine(world.order(ben), actorOf(ben), call.request.id, wordsFor('zh-CN'));
    expect(await refusal(open())).toMatchObject({ code: 'call-elsewhere' });
    world.arrive(ben);
    await open();
    call.line(callLine({ sure: 'Hello there.' }));
    const page = await world.panel();
    expect(page).toContain('只有你看得到');
    expect(page).toContain(`<@${ada}> Hello there.`);
    expect(world.posts().join()).not.toContain('Hello there.');
    const details = await world.desk.details(actorOf(ben), call.request.id, wordsFor('en-US'));
    expect(FakeMessenger.textOf(details)).toContain('**My captions**');
    world.people.leave(guildId, ben);
    await world.clock.advance(2_000);
    call.line(callLine({ id: 'later', sure: 'Only for people who are there.' }));
    expect(await world.panel()).not.toContain('Only for people');
  });
});

describe('what a newcomer is asked', () => {
  it.each(['joins', 'leaves', 'sees the call end'] as const)(
    'is gone when everyone asked %s',
    async (how) => {
      const world = new ConversationWorld();
      const call = await world.start();
      await world.come(ben);
      const [asked] = world.messenger.posted;
      expect(world.messenger.removed).toEqual([]);
      if (how === 'joins') await world.desk.join(actorOf(ben), 'en-US');
      else if (how === 'leaves') world.people.leave(guildId, ben);
      else await call.stop();
      await world.clock.advance(0);
      expect(world.messenger.removed).toEqual([asked?.id]);
    },
  );

  it('stays as long as one of them has not answered', async ({ world, call }) => {
    const elsewhere = '300000000000000077';
    for (const userId of [ben, '200000000000000021'])
      world.people.arrive({ guildId, channelId: elsewhere, userId });
    call.move(elsewhere);
    await world.clock.advance(0);
    await world.desk.join(actorOf(ben), 'en-US');
    await world.clock.advance(0);
    expect(world.messenger.removed).toEqual([]);
    world.people.leave(guildId, '200000000000000021');
    await world.clock.advance(0);
    expect(world.messenger.removed).toHaveLength(1);
  });
});

it('an old Join leads to the call that is running, for those who may know of it', async ({ world }) => {
  const first = await world.start();
  await first.stop();
  await world.clock.advance(0);
  const call = await world.start();
  expect(await world.desk.join(actorOf(ada), 'en-US', first.request.id)).toBe(call);
  expect([...call.participants]).toEqual([ada]);
  const outsider = actorOf(ben, { channels: {} });
  expect(await refusal(world.desk.join(outsider, 'en-US', first.request.id))).toMatchObject({
    code: 'call-over',
  });
});

describe('who comes later', () => {
  it('is not heard by coming', async ({ world, call }) => {
    await world.come(ben);
    expect([...call.participants]).toEqual([]);
  });

  it('is heard at once, and not asked, when they had that remembered', async ({ world }) => {
    await world.desk.remember(actorOf(ada));
    await world.desk.remember(actorOf(ben));
    const call = await world.start();
    expect([...call.participants]).toEqual([ada]);
    await world.come(ben);
    expect([...call.participants]).toEqual([ada, ben]);
    expect(world.posts()).toEqual([]);
  });

  it('is asked in the channel that a moderator moves the call to, all in one message', async ({ world }) => {
    await world.desk.remember(actorOf(ada));
    const call = await world.start();
    const elsewhere = '300000000000000077';
    const people = [ben, '200000000000000021', '200000000000000022'];
    for (const userId of people) world.people.arrive({ guildId, channelId: elsewhere, userId });
    await world.clock.advance(0);
    expect(world.messenger.posted).toEqual([]);
    await world.desk.remember(actorOf(ben));
    call.move(elsewhere);
    await world.clock.advance(0);
    expect(world.messenger.posted.map(({ body }) => body.mentions)).toEqual([people.slice(1)]);
    expect(world.posts()[0]).toContain(`<#${elsewhere}>`);
    expect([...call.participants]).toEqual([ada, ben]);
    call.move(call.request.voiceChannelId);
    call.move(elsewhere);
    await world.clock.advance(0);
    expect(world.messenger.posted).toHaveLength(1);
  });

  it('is asked again once it was forgotten', async ({ world }) => {
    await world.desk.remember(actorOf(ben));
    await world.desk.forget(actorOf(ben));
    const call = await world.start();
    await world.come(ben);
    expect([...call.participants]).toEqual([]);
    expect(world.posts()).toHaveLength(1);
  });

  it('and left before is neither heard nor asked by coming back', async ({ world }) => {
    await world.desk.remember(actorOf(ben));
    const call = await world.start();
    await world.desk.leave(actorOf(ben));
    await world.come(ben);
    expect([...call.participants]).toEqual([]);
    expect(world.posts()).toEqual([]);
  });

  it('and into another channel is not asked', async ({ world }) => {
    await world.start();
    world.people.arrive({ guildId, channelId: '300000000000000010', userId: ben });
    await world.clock.advance(0);
    expect(world.posts()).toEqual([]);
  });
});

describe('a bot that sits alone elsewhere', () => {
  const elsewhere = '300000000000000023';

  it('is offered to come here, ends what it did there, and keeps what was chosen', async ({ world }) => {
    const before = await world.start();
    world.people.leave(guildId, ada);
    world.people.arrive({ guildId, channelId: elsewhere, userId: ben });
    const ask = { persona: 'A pirate' };
    const refused = await rejection(world.desk.start(world.order(ben), actorOf(ben), ask), Refusal);
    expect(refused.facts).toMatchObject({
      code: 'call-running-already',
      alone: true,
      channelId: voiceChannel,
    });
    expect(refused.offer).toMatchObject({ feature: 'converse', action: 'come' });
    expect(before.state.is).toBe('running');
    await world.desk.switch(world.order(ben), actorOf(ben), refused.offer?.id ?? '');
    expect(before.state).toEqual({ is: 'ended', end: 'asked', by: ben });
    expect(world.calls.of(guildId)?.request).toMatchObject({
      voiceChannelId: elsewhere,
      settings: { persona: 'A pirate' },
    });
  });

  it('is left alone if somebody came back before the button was pressed', async ({ world }) => {
    const before = await world.start();
    world.people.leave(guildId, ada);
    world.people.arrive({ guildId, channelId: elsewhere, userId: ben });
    const { offer } = await rejection(world.desk.start(world.order(ben), actorOf(ben), {}), Refusal);
    world.arrive(ada);
    const pressed = world.desk.switch(world.order(ben), actorOf(ben), offer?.id ?? '');
    expect(await refusal(pressed)).toMatchObject({ code: 'call-running-already' });
    expect(before.state.is).toBe('running');
  });

  it('is offered to nobody who may not know where it is', async ({ world }) => {
    await world.start();
    world.people.leave(guildId, ada);
    world.people.arrive({ guildId, channelId: elsewhere, userId: ben });
    const outsider = actorOf(ben, { channels: {} });
    expect(
      (await rejection(world.desk.start(world.order(ben), outsider, {}), Refusal)).offer,
    ).toBeUndefined();
  });
});

describe('a call whose bot was moved to another channel', () => {
  const elsewhere = '300000000000000023';

  it('is joined from there, and not from where it began', async ({ world, call }) => {
    world.people.arrive({ guildId, channelId: elsewhere, userId: ben });
    call.move(elsewhere);
    expect((await world.desk.join(actorOf(ben), 'en-US')).channelId).toBe(elsewhere);
    expect(await refusal(world.desk.join(actorOf(ada), 'en-US'))).toEqual(callIn(elsewhere));
    expect(await world.panel()).toContain(`<#${elsewhere}>`);
  });

  it('asks who comes there, and nobody who comes to where it began', async ({ world, call }) => {
    call.move(elsewhere);
    world.arrive(ben);
    await world.clock.advance(100);
    expect(world.posts().filter((post) => post.includes(`<@${ben}>`))).toEqual([]);
    world.people.arrive({ guildId, channelId: elsewhere, userId: ben });
    await world.clock.advance(100);
    expect(world.posts().at(-1)).toContain(`<#${elsewhere}>`);
  });
});

describe('a call with a transcript', () => {
  it('shows on its panel and in the thread that it pauses while the bot is where not everybody sees it', async () => {
    const world = new ConversationWorld();
    const call = await world.start({ transcript: true }, moderator);
    const written = () =>
      FakeMessenger.textOf(
        world.messenger.edits.findLast(({ panel }) => panel.channelId === 'thread-1')?.body,
      );
    world.exposed = true;
    call.move('300000000000000023');
    expect(await world.panel()).toContain('transcript paused');
    expect(written()).toContain('stopped writing this down');
    world.exposed = false;
    call.move(voiceChannel);
    expect(await world.panel()).not.toContain('transcript paused');
    expect(written()).toContain('writing this down again');
  });
});

describe('a restart', () => {
  it('names the channel that the call was moved to', async ({ world, call }) => {
    call.move('300000000000000077');
    await world.clock.advance(0);
    expect(JSON.parse(world.running.records.get(call.request.id) ?? '')).toMatchObject({
      voiceChannelId: '300000000000000077',
    });
    await call.stop();
    call.move('300000000000000078');
    await world.clock.advance(0);
    expect(world.running.records.size).toBe(0);
  });

  it('does not wait for a panel that Discord takes too slowly: the next start says it there', async () => {
    const world = new ConversationWorld();
    await world.start();
    await world.panel();
    const slow = Promise.withResolvers<void>();
    let edits = 0;
    world.messenger.editPanel = async () => {
      edits += 1;
      await slow.promise;
      return { messageId: 'panel-1' };
    };
    let isClosed = false;
    const closing = world.desk.close().then(() => {
      isClosed = true;
    });
    await world.clock.advance(2_499);
    expect(isClosed).toBe(false);
    await world.clock.advance(1);
    await closing;
    expect(edits).toBe(1);
    expect(world.running.records.size).toBe(1);
  });
});

describe('the floor of a push-to-talk call', () => {
  it("is one person's at a time, and theirs to give back", async ({ world }) => {
    const call = await world.start({ turns: 'push-to-talk' });
    const { id } = call.request;
    world.arrive(ben);
    expect(await refusal((async () => world.desk.holdFloor(actorOf(ada), id))())).toEqual(notParticipant);
    for (const userId of [ada, ben]) await world.desk.join(actorOf(userId), 'en-US', id);
    world.desk.holdFloor(actorOf(ada), id);
    world.desk.holdFloor(actorOf(ada), id);
    const taking = async () => world.desk.holdFloor(actorOf(ben), id);
    expect(await refusal(taking())).toEqual({ code: 'call-floor-taken', userId: ada });
    world.desk.releaseFloor(actorOf(ada), id);
    await taking();
    expect(call.speaker).toBe(ben);
  });

  it('is none where everybody just talks', async ({ world, call }) => {
    await world.desk.join(actorOf(ada), 'en-US');
    const holding = async () => world.desk.holdFloor(actorOf(ada), call.request.id);
    expect(await refusal(holding())).toEqual({ code: 'call-no-floor' });
  });

  it('cannot be held or given back in a call that is over', async ({ world }) => {
    await world.start();
    for (const press of ['holdFloor', 'releaseFloor'] as const) {
      const pressing = async () => world.desk[press](actorOf(ada), '999999999999999999');
      expect(await refusal(pressing())).toEqual({ code: 'call-over', kind: 'conversation' });
    }
  });
});

it('what is typed is said for who takes part, and for nobody else', async ({ world, call }) => {
  expect(await refusal(world.desk.say(actorOf(ada), 'hi'))).toEqual(notParticipant);
  await world.desk.join(actorOf(ada), 'en-US');
  world.rooms.put(guildId, ada, voiceChannel, false, true);
  expect(await refusal(world.desk.say(actorOf(ada), 'hi'))).toEqual({ code: 'voice-person-muted' });
  expect(call.said).toEqual([]);
  world.rooms.put(guildId, ada, voiceChannel);
  await world.desk.say(actorOf(ada), 'hi');
  expect(call.said).toEqual([{ userId: ada, text: 'hi' }]);
});

it('who echoes the bot is told so in private', async ({ world, call }) => {
  call.echo(ada);
  await world.clock.advance(0);
  expect(world.messenger.directs.map(({ userId }) => userId)).toEqual([ada]);
  expect(FakeMessenger.textOf(world.messenger.directs[0]?.body)).toContain('Headphones');
  expect(world.posts()).toEqual([]);
});

it('who echoes the bot is told so in the language of their own Discord', async ({ world, call }) => {
  await world.desk.join(actorOf(ada), 'zh-CN');
  call.echo(ada);
  await world.clock.advance(0);
  expect(FakeMessenger.textOf(world.messenger.directs[0]?.body)).toContain('戴上耳机');
  // Nothing is known any more of a person who had themselves forgotten.
  await world.desk.dropPerson(ada);
  call.echo(ada);
  await world.clock.advance(0);
  expect(FakeMessenger.textOf(world.messenger.directs[1]?.body)).toContain('Headphones');
});

describe('somebody who never wants to be heard', () => {
  it('is asked nothing more in a call that runs, even if they take it back', async ({ world }) => {
    await world.start();
    await world.desk.dropPerson(ben);
    const posted = world.messenger.posted.length;
    world.arrive(ben);
    await world.clock.advance(1_000);
    expect(world.messenger.posted).toHaveLength(posted);
  });

  it('leaves every call at once, and is not heard there again, not even by their own press', async () => {
    const world = new ConversationWorld();
    const call = await world.start();
    world.arrive(ada);
    await world.desk.remember(actorOf(ada));
    await world.desk.join(actorOf(ada), 'en-US');
    expect([...call.participants]).toEqual([ada]);
    world.unheard.add(ada);
    await world.desk.dropPerson(ada);
    expect([...call.participants]).toEqual([]);
    expect(await refusal(world.desk.join(actorOf(ada), 'en-US'))).toEqual({ code: 'call-never-listen' });
    expect([...call.participants]).toEqual([]);
  });
});

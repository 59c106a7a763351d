import { PermissionFlagsBits as Bits } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { rejection } from '../../support/rejection.ts';
import { RoomsAndFeatures } from './rooms-and-features.ts';

/** The table of docs/architecture.md, cell by cell: what happens when a server's room is wanted twice. */
let room: RoomsAndFeatures;

beforeAll(async () => {
  room = await RoomsAndFeatures.start();
});

afterEach(async () => {
  room.stage.discord.voiceStates.setServerMute(room.guildId, bot(), false);
  await room.clear();
  room.stage.discord.setPermissions(channels().stage, bot(), 0n, 0n);
});

afterAll(async () => await room?.[Symbol.asyncDispose]());

const refusal = async (work: Promise<unknown>) => await rejection(work, Refusal);
const channels = () => room.stage.discord.channels;
const bot = () => room.stage.discord.botUserId;
const lastNotice = () => room.stage.notices.at(-1) ?? '';
/** What stands on the message that everybody sees while texts are read aloud. */
const panel = () => {
  const { posted, edits } = room.messenger;
  const id = posted.at(-1)?.id;
  return FakeMessenger.textOf(edits.findLast(({ panel }) => panel.messageId === id)?.body);
};

/** A moderator on a stage where the bot lets itself speak. */
async function onStage() {
  room.stage.discord.setPermissions(channels().stage, bot(), Bits.MuteMembers, 0n);
  await room.stage.sit('moderator', 'stage');
  return room.actor('moderator');
}
const audience = (on: boolean) => room.stage.discord.voiceStates.setSuppressed(room.guildId, bot(), on);

const calls = {
  conversation: {
    other: 'interpreter',
    begin: () => room.converse(),
    stop: () => room.conversation.stop(room.actor()),
    join: async () => void (await room.conversation.join(room.actor(), 'en-US')),
    find: () => room.call,
    switch: (id: string) => room.conversation.switch(room.order(room.actor()), room.actor(), id),
    records: () => room.conversationRecords,
  },
  interpreter: {
    other: 'conversation',
    begin: () => room.interpret(),
    stop: () => room.interpreter.stop(room.actor()),
    join: async () => void (await room.interpreter.join(room.actor(), 'en-US')),
    find: () => room.interpretation,
    switch: (id: string) => room.interpreter.switch(room.order(room.actor()), room.actor(), id),
    records: () => room.interpreterRecords,
  },
} as const;
const kinds = ['conversation', 'interpreter'] as const;

describe('while texts are read aloud', () => {
  it('another text joins the queue', async () => {
    await room.say(room.actor(), 5);
    const lease = room.reading;
    await room.say();
    expect(room.textsInLine).toBe(2);
    expect(room.reading).toBe(lease);
  });

  it('a muted bot pauses and says so, and reads the rest when it may speak again', async () => {
    await room.say(room.actor(), 2);
    const { voiceStates } = room.stage.discord;
    voiceStates.setServerMute(room.guildId, bot(), true);
    await eventually(() => room.reading?.state.is === 'muted', 'being muted');
    await eventually(() => panel().includes('server-muted'), 'the panel to say so');
    expect(room.textsInLine).toBe(1);
    voiceStates.setServerMute(room.guildId, bot(), false);
    await eventually(() => room.textsInLine === 0, 'the rest to be read');
    expect(room.reading?.state.is).toBe('ready');
  });

  it('a bot in the audience pauses and says so, and reads the rest when it may speak again', async () => {
    await room.say(await onStage(), 2);
    audience(true);
    await eventually(() => room.reading?.state.is === 'suppressed', 'the audience');
    await eventually(() => panel().includes('audience'), 'the panel to say so');
    expect(room.textsInLine).toBe(1);
    audience(false);
    await eventually(() => room.textsInLine === 0, 'the rest to be read');
  });

  it('who moves the bot is followed, and the rest is read there', async () => {
    await room.say(room.actor(), 2);
    await room.stage.sit('moderator', 'workshop');
    room.stage.discord.voiceStates.moveMember(room.guildId, bot(), channels().workshop);
    const place = () => room.reading?.state;
    await eventually(() => place()?.is === 'ready' && place()?.channelId === channels().workshop, 'the move');
    await eventually(() => room.textsInLine === 0, 'the rest to be read');
  });

  it('who disconnects the bot ends it, and it is told', async () => {
    await room.say(room.actor(), 5);
    room.stage.discord.voiceStates.disconnectMember(room.guildId, bot());
    await eventually(() => room.reading === undefined, 'the end of reading');
    expect(room.textsInLine).toBe(0);
    await eventually(() => panel().includes('disconnected'), 'the panel to say so');
  });

  it.each(kinds)(
    'a %s begins, reading goes on, and the bot hears as soon as somebody joins',
    async (kind) => {
      await room.say(room.actor(), 5);
      await eventually(() => room.isDeaf === true, 'a room that hears nobody');
      await calls[kind].begin();
      await calls[kind].join();
      await eventually(() => room.isDeaf === false, 'a room that hears');
      expect(room.textsInLine).toBe(1);
      expect(calls[kind].find()?.state.is).toBe('running');
    },
  );

  it.each(kinds)('elsewhere, the %s is refused while people are in the first channel', async (kind) => {
    await room.say(room.actor(), 5);
    await room.stage.sit('moderator', 'workshop');
    const moderator = room.actor('moderator');
    const began = kind === 'conversation' ? room.converse(moderator) : room.interpret(moderator);
    expect((await refusal(began)).facts).toEqual({ code: 'voice-elsewhere', channelId: channels().voice });
    expect(room.textsInLine).toBe(1);
    await eventually(() => calls[kind].records().records.size === 0, 'the record to go');
    expect(calls[kind].find()).toBeUndefined();
  });
});

describe.each(kinds)('while there is a %s', (kind) => {
  const { other } = calls[kind];

  it('texts are read between its own, in the same room', async () => {
    await calls[kind].begin();
    await room.say();
    await eventually(() => room.textsInLine === 0, 'the text to be read');
    expect(room.reading?.state.is).toBe('ready');
    expect(calls[kind].find()?.state.is).toBe('running');
  });

  it('another of the same kind is refused', async () => {
    await calls[kind].begin();
    expect((await refusal(calls[kind].begin())).facts).toEqual({
      code: 'call-running-already',
      kind,
      channelId: channels().voice,
    });
  });

  it('the other kind is refused with a button that switches, and what was chosen is kept for it', async () => {
    await calls[kind].begin();
    const { facts, offer } = await refusal(calls[other].begin());
    expect(facts).toEqual({ code: 'call-other-running', kind, channelId: channels().voice });
    await calls[other].switch(offer?.id ?? '');
    expect(calls[kind].find()).toBeUndefined();
    expect(calls[other].find()?.state.is).toBe('running');
  });

  it('another of the same kind comes with a button from where nobody is left', async () => {
    await calls[kind].begin();
    const member = room.actor();
    const { voice, workshop } = channels();
    const goTo = async (place: 'voice' | 'workshop') => {
      await room.stage.sit('member', place);
      const isThere = () =>
        room.stage.rooms.whereIs(room.guildId, member.userId)?.channelId === channels()[place];
      await eventually(isThere, 'the bot to know where they went');
    };
    await goTo('workshop');
    const { facts, offer } = await refusal(calls[kind].begin());
    expect(facts).toMatchObject({ code: 'call-running-already', alone: true, channelId: voice });
    expect(offer).toMatchObject({ action: 'come' });
    const desk = { conversation: room.conversation, interpreter: room.interpreter }[kind];
    await desk.switch(room.order(member), member, offer?.id ?? '');
    expect(calls[kind].find()?.channelId).toBe(workshop);
    await goTo('voice');
  });

  it('anything in another channel is refused while people are in the first', async () => {
    await calls[kind].begin();
    await room.stage.sit('moderator', 'workshop');
    const moderator = room.actor('moderator');
    expect((await refusal(room.say(moderator))).facts).toMatchObject({ code: 'voice-elsewhere' });
    const others = { conversation: room.converse(moderator), interpreter: room.interpret(moderator) };
    expect((await refusal(others[kind])).facts).toMatchObject({ code: 'call-running-already' });
    expect((await refusal(others[other])).facts).toMatchObject({ code: 'call-other-running' });
    expect(calls[kind].find()?.state.is).toBe('running');
  });

  it('Stop ends it, and reading goes on', async () => {
    await calls[kind].begin();
    await room.say(room.actor(), 5);
    await calls[kind].stop();
    expect(calls[kind].find()).toBeUndefined();
    expect(room.textsInLine).toBe(1);
  });

  it('Stop of reading drops the queue, and it goes on', async () => {
    await calls[kind].begin();
    await room.say(room.actor(), 5);
    await room.speech.line.stop(room.actor());
    expect(room.textsInLine).toBe(0);
    expect(calls[kind].find()?.state.is).toBe('running');
  });

  it('a muted bot is silent and says so, and goes on when it may speak again', async () => {
    await calls[kind].begin();
    await calls[kind].join();
    const { voiceStates } = room.stage.discord;
    voiceStates.setServerMute(room.guildId, bot(), true);
    const isSilenced = () => calls[kind].find()?.state;
    await eventually(() => JSON.stringify(isSilenced())?.includes('silenced') ?? false, 'being silenced');
    await eventually(() => room.stage.notices.at(-1)?.includes('server-muted') ?? false, 'a notice');
    voiceStates.setServerMute(room.guildId, bot(), false);
    await eventually(() => !JSON.stringify(isSilenced()).includes('silenced'), 'being heard again');
  });

  it('a bot in the audience is silent and says so, and goes on when it may speak again', async () => {
    const moderator = await onStage();
    await (kind === 'conversation' ? room.converse(moderator) : room.interpret(moderator));
    const isSilenced = () => JSON.stringify(calls[kind].find()?.state)?.includes('silenced') ?? false;
    audience(true);
    await eventually(isSilenced, 'being silenced');
    await eventually(() => lastNotice().includes('audience'), 'a notice');
    audience(false);
    await eventually(() => !isSilenced(), 'being heard again');
    expect(calls[kind].find()?.state.is).toBe('running');
  });

  it('who moves the bot is followed', async () => {
    await calls[kind].begin();
    await room.say(room.actor(), 5);
    room.stage.discord.voiceStates.moveMember(room.guildId, bot(), channels().workshop);
    const place = () => room.reading?.state;
    await eventually(() => place()?.is === 'ready' && place()?.channelId === channels().workshop, 'the move');
    expect(calls[kind].find()?.state).toMatchObject({ is: 'running' });
    expect(room.textsInLine).toBe(1);
  });

  it('who disconnects the bot ends everything, and it is told', async () => {
    await calls[kind].begin();
    await room.say(room.actor(), 5);
    const call = calls[kind].find();
    room.stage.discord.voiceStates.disconnectMember(room.guildId, bot());
    expect(await call?.ended).toBe('room');
    await eventually(() => room.reading === undefined, 'the end of reading');
    expect(room.stage.notices.at(-1)).toContain('disconnected');
    await eventually(() => calls[kind].records().records.size === 0, 'the record to go');
  });

  it('a killed process leaves a record, by which the next one tells the channel and hears nobody', async () => {
    await calls[kind].begin();
    await calls[kind].join();
    const records = [...calls[kind].records().records];
    await calls[kind].stop();
    for (const [id, record] of records) calls[kind].records().records.set(id, record);
    const desk = kind === 'conversation' ? room.conversation : room.interpreter;
    desk.open();
    const said = () => FakeMessenger.textOf(room.messenger.posted.at(-1)?.body);
    await eventually(() => said().includes('I restarted'), 'the channel to be told');
    await eventually(() => calls[kind].records().records.size === 0, 'the record to go');
    expect(calls[kind].find()).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import type { KnowledgePage } from '../../../src/community/settings-pages.ts';
import { renderAnswer } from '../../../src/knowledge/answer-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { channelId, MentionWorld, mentionOf } from '../../support/fake-mentions.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { guildId, handbook, moderator, otherGuildId, reader } from '../../support/knowledge-world.ts';

const it = test.extend('chat', () => open()).extend('gate', ({ chat }) => hold(chat));

const hours = {
  text: 'Open from nine to five.',
  score: 0.9,
  metadata: { doc_id: 'd1', doc_name: 'Hours.md' },
};

function open(options = {}): MentionWorld {
  const chat = new MentionWorld(options);
  chat.world.library.passages = [hours];
  return chat;
}

const textOf = (chat: MentionWorld, at = -1) => FakeMessenger.textOf(chat.posted.at(at)?.body);
/** Searches wait until it's resolved. */
function hold({ world }: MentionWorld) {
  const gate = Promise.withResolvers<void>();
  world.library.gate = gate.promise;
  return gate;
}

/** Moderators say who may search, or whether mentions are answered. */
async function decide({ world }: ReturnType<typeof open>, decided: Partial<KnowledgePage>): Promise<void> {
  await world.desk.decisions.change({ guildId, userId: '100' }, (page) => ({ ...page, ...decided }));
}

describe('a question that mentions the bot', () => {
  it('is answered in a reply that pings the one who asked, for everybody to act on', async ({ chat }) => {
    const { message } = await chat.write('When are you open?');
    expect(chat.posted).toHaveLength(1);
    expect(chat.posted[0]).toMatchObject({ channelId, body: { repliesTo: message.id } });
    expect(chat.posted[0]?.body.mentions).toBeUndefined();
    expect(textOf(chat)).toContain('> Open from nine to five.');
    expect(textOf(chat)).toContain('Reply to ask more.');
    expect(textOf(chat)).not.toContain('knowledge:share');
    const id = /knowledge:unhelpful:([\w-]+)/.exec(textOf(chat))?.[1] ?? '';
    const other = { ...reader, userId: '200000000000000009' };
    expect(await chat.world.desk.answers.unhelpful(other, id)).toBe(true);
  });

  it("comes without a reply, and by name, where the bot can't read what was written before", async () => {
    const chat = open();
    await chat.write('When are you open?', { botMay: { write: true, reply: false, speak: false } });
    expect(chat.posted[0]?.body).toMatchObject({ mentions: [reader.userId] });
    expect(chat.posted[0]?.body.repliesTo).toBeUndefined();
    expect(textOf(chat)).toContain(`<@${reader.userId}>`);
  });

  it('is answered in its own language, or in that of the server', async ({ chat }) => {
    await chat.write('几点开门？');
    expect(textOf(chat)).toContain('没有帮助');
    await chat.write('Во сколько?', { locale: 'zh-CN' });
    expect(textOf(chat)).toContain('没有帮助');
  });

  it('is read up to 500 characters, and says so; what it holds is never repeated', async ({ chat }) => {
    await chat.write(`@everyone <@&5> ${'why'.repeat(300)}`);
    expect(chat.world.library.retrieves.at(-1)?.query).toHaveLength(500);
    expect(textOf(chat)).toContain('I read the first 500 characters.');
    expect(textOf(chat)).not.toContain('everyone');
  });

  it.each([
    ['', 0, "Mention me with a question, and I'll look it up"],
    [' \u200b !? ', 0, "Mention me with a question, and I'll look it up"],
    ['', 2, 'I can only read text here.'],
  ])('that says %j with %d files is told what to do, in one message', async (text, files, told) => {
    const chat = open();
    await chat.write(text, { files });
    expect(textOf(chat)).toContain(told);
    expect(chat.world.library.retrieves).toEqual([]);
  });

  it('shows that the bot is typing while it searches, for as long as that takes', async ({ chat, gate }) => {
    await chat.write('When are you open?');
    await chat.world.clock.advance(15_000);
    expect(chat.world.messenger.typed).toHaveLength(3);
    gate.resolve();
    await chat.world.clock.advance(60_000);
    expect(chat.world.messenger.typed).toHaveLength(3);
    expect(chat.posted).toHaveLength(1);
  });

  it("of one person waits for the one before, others don't wait; six a minute are answered", async () => {
    const chat = open();
    const gate = hold(chat);
    for (let at = 0; at < 9; at += 1) await chat.write(`Question ${at}?`);
    const before = chat.world.library.retrieves.length;
    expect(before).toBe(1);
    await chat.write('Mine?', { asker: { ...reader, userId: '200000000000000009' } });
    expect(chat.world.library.retrieves).toHaveLength(2);
    gate.resolve();
    await chat.world.clock.advance(60_000);
    expect(chat.posted).toHaveLength(7);
    await chat.write('Another?');
    expect(chat.posted).toHaveLength(8);
  });

  it('gets a sentence when the service fails, with a reference that the log has', async ({ chat }) => {
    chat.world.library.fail({ fault: 'server', code: 'InternalError', nothingHappened: false });
    await chat.write('When are you open?');
    const reference = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(textOf(chat))?.[0] ?? 'none';
    expect(textOf(chat)).toContain('⚠️');
    expect(chat.log.text()).toContain(reference);
    expect(chat.log.text()).not.toContain('When are you open');
  });

  it('whose answer Discord refuses is given up', async ({ chat }) => {
    chat.world.messenger.fail('post', 'invalid');
    await chat.write('When are you open?');
    expect(chat.posted).toEqual([]);
    await chat.write('And tomorrow?');
    expect(chat.posted).toHaveLength(1);
  });
});

describe("a question that changes before it's answered", () => {
  it("isn't answered once it's deleted, also when its answer was just being posted", async ({ chat }) => {
    const gate = hold(chat);
    const { message } = await chat.write('When are you open?');
    await chat.change(message.id);
    gate.resolve();
    await chat.world.clock.advance(5_000);
    expect(chat.posted).toEqual([]);
    expect(chat.world.pages.records.size).toBe(0);
    const again = mentionOf('When are you closed?');
    const post = chat.world.messenger.post.bind(chat.world.messenger);
    chat.world.messenger.post = async (...args) => {
      const posted = await post(...args);
      chat.tell(again.message.id);
      return posted;
    };
    await chat.write('When are you closed?', { id: again.message.id });
    expect(chat.world.messenger.removed).toEqual([chat.posted[0]?.id]);
  });

  it('is answered as it says then, once', async ({ chat, gate }) => {
    const { message } = await chat.write('When are you opne?');
    await chat.change(message.id, mentionOf('When are you open?', { id: message.id }));
    // A preview that Discord adds is an edit, too.
    await chat.change(message.id, mentionOf('When are you open?', { id: message.id }));
    gate.resolve();
    await chat.world.clock.advance(5_000);
    expect(chat.world.library.retrieves.map(({ query }) => query)).toEqual([
      'When are you opne?',
      'When are you open?',
    ]);
    expect(chat.posted).toHaveLength(1);
    await chat.change(message.id, mentionOf('When are you closed?', { id: message.id }));
    expect(chat.posted).toHaveLength(1);
  });
});

describe('who may be answered', () => {
  const closed = { ...handbook, open: 'moderators' as const };

  it("is nobody where the base isn't open; that's said once an hour to each", async () => {
    const chat = open({ bases: [closed] });
    await chat.write('When are you open?');
    await chat.write('');
    expect(chat.posted).toHaveLength(1);
    expect(textOf(chat)).toContain('no knowledge base you can search in this channel');
    await chat.world.clock.advance(3_600_000);
    await chat.write('When are you open?');
    expect(chat.posted).toHaveLength(2);
    expect(chat.world.library.retrieves).toEqual([]);
    expect(chat.world.messenger.typed).toEqual([]);
  });

  it('gets nothing that others in the channel may not use, moderators neither', async () => {
    const secret = { ...closed, id: 'secret', indexId: 'idx-secret' };
    const chat = open({ bases: [handbook, secret] });
    await chat.write('When are you open?', { asker: moderator });
    expect(chat.world.library.retrieves.map(({ indexId }) => indexId)).toEqual(['idx-handbook']);
    const only = open({ bases: [secret] });
    await only.write('When are you open?', { asker: moderator });
    expect(textOf(only)).toContain('/knowledge ask');
    await decide(only, { grants: { secret: [{ channelId }] } });
    await only.write('When are you open now?', { asker: moderator });
    expect(textOf(only)).toContain('Open from nine to five.');
  });

  it('is nobody in a server without a base, where the bot may not write, or where a moderator said so', async () => {
    const other = open({ bases: [{ ...handbook, guilds: [otherGuildId] }] });
    await other.write('When are you open?');
    const mute = open();
    await mute.write('When are you open?', { botMay: { write: false, reply: false, speak: false } });
    const off = open();
    await decide(off, { grants: { handbook: [{ channelId }] } });
    await decide(off, { mentions: false });
    await off.write('When are you open?');
    expect([other, mute, off].flatMap(({ posted }) => posted)).toEqual([]);
    await decide(off, { mentions: true });
    await off.write('When are you open?');
    expect(off.posted).toHaveLength(1);
    expect((await off.world.desk.decisions.of(guildId)).grants).toEqual({ handbook: [{ channelId }] });
  });
});

describe('a reply to an answer', () => {
  async function asked(): Promise<{ chat: MentionWorld; answerId: string }> {
    const chat = open();
    await chat.write('When is the tournament?');
    return { chat, answerId: chat.posted[0]?.id ?? '' };
  }

  it('asks on, after a restart, too: by itself, or together with what was asked before', async () => {
    const { chat, answerId } = await asked();
    await chat.restart();
    await chat.write('Who won last year?', { isNamed: false, repliesTo: answerId });
    expect(chat.world.library.retrieves.at(-1)?.query).toBe('Who won last year?');
    expect(textOf(chat)).not.toContain('Together with');
    chat.world.library.passages = [];
    const search = chat.world.library.retrieve.bind(chat.world.library);
    chat.world.library.retrieve = async (parameters) => {
      chat.world.library.passages = parameters.query.includes('tournament') ? [hours] : [];
      return await search(parameters);
    };
    await chat.write('And where?', { isNamed: false, repliesTo: answerId });
    expect(chat.world.library.retrieves.at(-1)?.query).toBe('When is the tournament? And where?');
    expect(textOf(chat)).toContain('Together with “When is the tournament?”');
    const next = chat.posted.at(-1)?.id ?? '';
    await chat.write('How long?', { isNamed: false, repliesTo: next });
    expect(chat.world.library.retrieves.at(-1)?.query).toBe('When is the tournament? And where? How long?');
  });

  it('that somebody shared asks on, too', async ({ chat }) => {
    const { desk, messenger } = chat.world;
    const { record } = await chat.world.done(desk.answers.ask(reader, 'When is the tournament?', undefined));
    const id = desk.pages.newId();
    await desk.pages.keep(id, { ...record, audience: { is: 'channel', channelId } });
    const shared = { id, record, bases: desk.bases.byId(guildId), sharedBy: '<@1>' };
    const body = renderAnswer(shared, wordsFor('en-US'));
    const { messageId } = await messenger.post(channelId, body, 'shared');
    chat.world.library.passages = [];
    await chat.write('And where?', { isNamed: false, repliesTo: messageId });
    expect(chat.world.library.retrieves.at(-1)?.query).toBe('When is the tournament? And where?');
  });

  it('to anything else of the bot is no question, unless it names the bot', async ({ chat }) => {
    const { messageId } = await chat.world.messenger.post(channelId, { components: [] }, 'video');
    await chat.write('nice one', { isNamed: false, repliesTo: messageId });
    await chat.write('gone', { isNamed: false, repliesTo: '1' });
    expect(chat.posted).toHaveLength(1);
    await chat.write('When are you open?', { repliesTo: messageId });
    expect(chat.posted).toHaveLength(2);
  });

  it('is a question of its own once the earlier one is forgotten', async () => {
    const { chat, answerId } = await asked();
    await chat.world.clock.advance(15 * 86_400_000);
    chat.world.library.passages = [];
    await chat.write('And where?', { isNamed: false, repliesTo: answerId });
    expect(chat.world.library.retrieves.at(-1)?.query).toBe('And where?');
    expect(textOf(chat)).toContain("couldn't find a good answer");
  });
});

it('stops answering when the process stops', async ({ chat, gate }) => {
  await chat.write('When are you open?');
  const closing = chat.close();
  gate.resolve();
  await chat.world.clock.advance(5_000);
  await closing;
  expect(chat.posted).toEqual([]);
});

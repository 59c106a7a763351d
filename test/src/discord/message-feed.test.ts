import { Collection, ComponentType, type Message, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { feedMessageOf } from '../../../src/discord/message-feed.ts';

const file = (name: string, contentType: string | null = null, spoiler = false) => ({
  name,
  contentType,
  spoiler,
});
const collected = <Item>(...items: readonly Item[]) =>
  new Collection(items.map((item, index) => [String(index), item]));

/** A message as discord.js gives it, as far as it is looked at. */
function message(changes: object = {}): Message {
  const fake = {
    inGuild: () => true,
    id: '1',
    guildId: '2',
    channelId: '3',
    type: MessageType.Default,
    content: 'hello',
    author: { id: '4', bot: false, displayName: 'ada' },
    member: { displayName: 'Ada of here', roles: { cache: collected('x') } },
    webhookId: null,
    flags: { has: () => false },
    guild: {
      preferredLocale: 'zh-CN',
      members: { cache: new Map([['5', { displayName: 'Ben' }]]) },
      roles: { cache: new Map([['6', { name: 'Crew' }]]) },
      channels: { cache: new Map([['7', { name: 'garden' }]]) },
    },
    mentions: { users: new Map([['8', { displayName: 'cai' }]]) },
    attachments: collected(),
    stickers: collected(),
    embeds: [],
    components: [],
    poll: null,
    messageSnapshots: collected(),
    ...changes,
  };
  return fake as unknown as Message;
}

const bodyOf = (changes: object) => feedMessageOf(message(changes))?.body;

describe('a message as features see it', () => {
  it('is a voice message only if Discord says so, with its sound', () => {
    const url = 'https://cdn.invalid/v.ogg';
    const sound = { ...file('voice-message.ogg', 'audio/ogg'), url, size: 9, duration: 1.5 };
    const [attachments, flags] = [collected(sound), { has: () => true }];
    const voice = { messageId: '1', channelId: '3', authorId: '4', url, bytes: 9, seconds: 1.5 };
    expect(feedMessageOf(message({ attachments, flags }))?.voice).toEqual(voice);
    expect(feedMessageOf(message({ attachments }))?.voice).toBeUndefined();
    expect(feedMessageOf(message({ flags }))?.voice).toBeUndefined();
  });

  it("has its author as the guild sees them, and the guild's language", () => {
    expect(feedMessageOf(message())).toMatchObject({
      id: '1',
      guildId: '2',
      channelId: '3',
      locale: 'zh-CN',
      written: true,
      author: { userId: '4', displayName: 'Ada of here', automatic: false, roleIds: ['0'] },
      body: { content: 'hello', files: [], stickers: [], poll: undefined, hasEmbeds: false },
    });
  });

  it('is none outside of a server', () =>
    expect(feedMessageOf(message({ inGuild: () => false }))).toBeUndefined());

  it('is automatic when a bot or a webhook wrote it', () => {
    const author = { id: '4', bot: true, displayName: 'b' };
    expect(feedMessageOf(message({ author }))?.author.automatic).toBe(true);
    expect(feedMessageOf(message({ webhookId: '9', member: null }))?.author).toMatchObject({
      automatic: true,
      displayName: 'ada',
      roleIds: [],
    });
  });

  it.each([
    [MessageType.Default, true],
    [MessageType.Reply, true],
    [MessageType.UserJoin, false],
    [MessageType.ChannelPinnedMessage, false],
  ])('of type %i is written by somebody: %s', (type, written) => {
    expect(feedMessageOf(message({ type }))?.written).toBe(written);
  });

  it('has files by what they are, whether or not Discord says', () => {
    const attachments = collected(
      file('a', 'image/png'),
      file('b', 'video/mp4'),
      file('c', 'audio/ogg; codecs=opus'),
      file('d', 'text/plain'),
      file('e.WEBP'),
      file('f.mov'),
      file('g.flac'),
      file('h', null, true),
    );
    expect(bodyOf({ attachments })?.files.map(({ kind, spoiler }) => `${kind}${spoiler ? '!' : ''}`)).toEqual(
      ['image', 'video', 'sound', 'other', 'image', 'video', 'sound', 'other!'],
    );
  });

  it('knows who and what is meant by ids, also people who are only mentioned', () => {
    const names = bodyOf({})?.names;
    expect([names?.user('5'), names?.user('8'), names?.user('9')]).toEqual(['Ben', 'cai', undefined]);
    expect([names?.role('6'), names?.channel('7')]).toEqual(['Crew', 'garden']);
  });

  it('has the question of its poll, its stickers, and what it forwards', () => {
    const empty = { stickers: collected(), embeds: [], components: [] };
    const forwarded = { ...empty, content: 'old', attachments: collected(file('a', 'image/png')) };
    const body = bodyOf({
      content: '',
      poll: { question: { text: 'Tea?' } },
      stickers: collected({ name: 'Fox', format: 1 }),
      messageSnapshots: collected(forwarded),
    });
    expect(body).toMatchObject({
      poll: 'Tea?',
      stickers: ['Fox'],
      forwarded: { content: 'old', files: [{ kind: 'image' }], forwarded: undefined },
    });
  });

  it('has a card when it has embeds or a text in components; buttons are none', () => {
    expect(bodyOf({ embeds: [{}] })?.hasEmbeds).toBe(true);
    expect(bodyOf({ components: [{ type: ComponentType.Container }] })?.hasEmbeds).toBe(true);
    expect(bodyOf({ components: [{ type: ComponentType.ActionRow }] })?.hasEmbeds).toBe(false);
  });
});

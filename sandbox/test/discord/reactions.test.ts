import { PermissionFlagsBits as Bits } from 'discord.js';
import { MessageResponseSchema, UserResponseSchema } from 'discord-api-spec/zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDiscordForAll } from '../support/discord-stage.ts';
import { RawGateway } from '../support/raw-gateway.ts';
import type { SandboxPerson } from '../support/sandbox-person.ts';
import { unspecified } from '../support/specified.ts';

let nowMs = Date.now();
const { sandbox, rest, owner, member } = await openDiscordForAll({
  now: () => nowMs,
  people: ['owner', 'member'],
});
const bot = await RawGateway.identified(sandbox, { intents: 1 | (1 << 10) | (1 << 13) });
const messages = `/channels/${sandbox.channels.general}/messages`;
let message: string;

const thumb = encodeURIComponent('👍');
const film = encodeURIComponent('🎬');

beforeEach(async () => {
  nowMs += 10_000;
  message = String((await rest('POST', messages, { content: 'x' })).body.id);
});

const asBot = async (method: string, path: string) => {
  nowMs += 250;
  const { status, body } = await rest(method, `${messages}/${message}/reactions${path}`);
  return status < 300 ? body : body.code;
};
const by = async (person: SandboxPerson, method: string, path: string) =>
  (await person.rest(method, `${messages}/${message}/reactions${path}`)).body;
const told = (name: string) => bot.frame(({ t, d }) => t === name && d.message_id === message);

test('are given, counted, listed and taken back', async () => {
  await asBot('PUT', `/${thumb}/@me`);
  await by(member, 'PUT', `/${thumb}/@me`);
  await by(member, 'PUT', `/${thumb}/@me`);
  await by(member, 'PUT', `/${film}/@me`);
  const shown = (await rest('GET', `${messages}/${message}`)).body;
  expect(shown.reactions).toMatchObject([
    { emoji: { id: null, name: '👍' }, count: 2, me: true },
    { emoji: { id: null, name: '🎬' }, count: 1, me: false },
  ]);
  expect(unspecified(MessageResponseSchema, shown)).toEqual([]);
  const users = (await asBot('GET', `/${thumb}`)) as unknown as { id: string }[];
  expect(users.map(({ id }) => id)).toEqual([sandbox.botUserId, member.id]);
  expect(unspecified(UserResponseSchema, users[0])).toEqual([]);
  expect(await asBot('GET', `/${thumb}?limit=1&after=${sandbox.botUserId}`)).toMatchObject([
    { id: member.id },
  ]);
  await asBot('DELETE', `/${thumb}/@me`);
  await by(member, 'DELETE', `/${film}/@me`);
  expect((await rest('GET', `${messages}/${message}`)).body.reactions).toMatchObject([
    { emoji: { name: '👍' }, count: 1, me: false },
  ]);
});

test('are told to those who see the message, with who it is', async () => {
  await by(member, 'PUT', `/${thumb}/@me`);
  expect((await told('MESSAGE_REACTION_ADD')).d).toMatchObject({
    user_id: member.id,
    channel_id: sandbox.channels.general,
    guild_id: sandbox.guildId,
    emoji: { id: null, name: '👍' },
    member: { user: { id: member.id } },
    message_author_id: sandbox.botUserId,
    type: 0,
  });
  await by(member, 'DELETE', `/${thumb}/@me`);
  expect((await told('MESSAGE_REACTION_REMOVE')).d).toMatchObject({ user_id: member.id });
});

test('are taken off by moderators: one, all of one emoji, all', async () => {
  for (const emoji of [thumb, film]) await by(member, 'PUT', `/${emoji}/@me`);
  expect(await asBot('DELETE', `/${thumb}/${member.id}`)).toBe(50_013);
  expect(await asBot('DELETE', `/${thumb}`)).toBe(50_013);
  expect(await asBot('DELETE', '')).toBe(50_013);
  await by(owner, 'DELETE', `/${thumb}/${member.id}`);
  await told('MESSAGE_REACTION_REMOVE');
  await by(owner, 'DELETE', `/${film}`);
  expect((await told('MESSAGE_REACTION_REMOVE_EMOJI')).d.emoji).toEqual({ id: null, name: '🎬' });
  await by(member, 'PUT', `/${thumb}/@me`);
  await by(owner, 'DELETE', '');
  await told('MESSAGE_REACTION_REMOVE_ALL');
  expect((await rest('GET', `${messages}/${message}`)).body).not.toHaveProperty('reactions');
});

describe('with an emoji of a server', () => {
  test('name it by name and id, and say when it moves', async () => {
    const emojis = `/guilds/${sandbox.guildId}/emojis`;
    const { id } = await owner.fetched<{ id: string }>('POST', emojis, {
      name: 'kite',
      image: 'data:image/gif;base64,AAAA',
    });
    await asBot('PUT', `/kite:${id}/@me`);
    expect((await told('MESSAGE_REACTION_ADD')).d.emoji).toEqual({ id, name: 'kite', animated: true });
  });
});

describe('are refused', () => {
  test.each(['nib', '7', 'kite:1324000000000009999', encodeURIComponent('🎬🎬')])(
    'with what is no emoji: %s',
    async (emoji) => expect(await asBot('PUT', `/${emoji}/@me`)).toBe(10_014),
  );

  test('with a new emoji, where none may be added; one that is there may be joined', async () => {
    const { general } = sandbox.channels;
    sandbox.setPermissions(general, sandbox.botUserId, 0n, Bits.AddReactions);
    await by(member, 'PUT', `/${thumb}/@me`);
    expect(await asBot('PUT', `/${film}/@me`)).toBe(50_013);
    expect(await asBot('PUT', `/${thumb}/@me`)).toEqual({});
    sandbox.setPermissions(general, sandbox.botUserId, 0n, Bits.ReadMessageHistory);
    expect(await asBot('PUT', `/${thumb}/@me`)).toBe(50_013);
    sandbox.setPermissions(general, sandbox.botUserId, 0n, 0n);
  });

  test('above twenty', async () => {
    for (let at = 0; at < 20; at += 1)
      await by(member, 'PUT', `/${encodeURIComponent(String.fromCodePoint(0x1f600 + at))}/@me`);
    expect(await asBot('PUT', `/${thumb}/@me`)).toBe(30_010);
  });

  test('in an archived thread', async () => {
    const { thread } = sandbox.channels;
    const sent = await owner.send(thread, 'x');
    await owner.fetched('PATCH', `/channels/${thread}`, { archived: true });
    const at = `/channels/${thread}/messages/${sent.id}/reactions/${thumb}/@me`;
    expect((await rest('PUT', at)).body.code).toBe(50_083);
    await owner.fetched('PATCH', `/channels/${thread}`, { archived: false });
  });
});

import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { type DiscordStage, enter, openDiscord } from '../support/discord-stage.ts';
import type { SandboxPerson } from '../support/sandbox-person.ts';

let sandbox: DiscordStage['sandbox'];
let rest: DiscordStage['rest'];
let owner: SandboxPerson;
let member: SandboxPerson;

beforeEach(async () => {
  ({ sandbox, rest, owner, member } = await openDiscord({ people: ['owner', 'member'] }));
});

const post = (channelId: string) => rest('POST', `/channels/${channelId}/messages`, { content: 'hello' });

describe('the bot may not', () => {
  test('post where sending is denied: 50013', async () => {
    expect((await post(sandbox.channels.locked)).body.code).toBe(50013);
  });
  test('post where it sees nothing: 50001', async () => {
    expect((await post(sandbox.channels.moderatorsOnly)).body.code).toBe(50001);
  });
  test('post where nothing is: 10003', async () => {
    expect((await post('99')).body.code).toBe(10003);
  });
  test('post in a category or a forum: 50008', async () => {
    expect((await post(sandbox.channels.textCategory)).body.code).toBe(50008);
    expect((await post(sandbox.channels.forum)).body.code).toBe(50008);
  });
  test('attach files without the permission: 50013', async () => {
    sandbox.setPermissions(sandbox.channels.general, sandbox.botUserId, 0n, Bits.AttachFiles);
    const answer = await rest('POST', `/channels/${sandbox.channels.general}/messages`, {}, [
      { name: 'a.txt', bytes: Buffer.from('a') },
    ]);
    expect(answer.body.code).toBe(50013);
    expect((await post(sandbox.channels.general)).status).toBe(200);
  });
  test('send embeds without the permission: 50013', async () => {
    const at = `/channels/${sandbox.channels.general}/messages`;
    sandbox.setPermissions(sandbox.channels.general, sandbox.botUserId, 0n, Bits.EmbedLinks);
    expect((await rest('POST', at, { embeds: [{ title: 'x' }] })).body.code).toBe(50013);
    expect((await post(sandbox.channels.general)).status).toBe(200);
  });
  test('do what its roles do not let it: channels, roles, overwrites', async () => {
    const base = `/guilds/${sandbox.guildId}`;
    expect((await rest('POST', `${base}/channels`, { name: 'x' })).body.code).toBe(50013);
    expect((await rest('POST', `${base}/roles`, { name: 'x' })).body.code).toBe(50013);
    expect((await rest('DELETE', `/channels/${sandbox.channels.general}`)).body.code).toBe(50013);
    expect((await rest('GET', `${base}/members?limit=10`)).body.code).toBe(50001);
  });
});

test("a member overwrite wins over a role overwrite, which wins over everyone's", async () => {
  const { general } = sandbox.channels;
  sandbox.setPermissions(general, sandbox.guildId, 0n, Bits.SendMessages);
  expect((await post(general)).body.code).toBe(50013);
  sandbox.setPermissions(general, sandbox.roles.bot, Bits.SendMessages, 0n);
  expect((await post(general)).status).toBe(200);
  sandbox.setPermissions(general, sandbox.botUserId, 0n, Bits.SendMessages);
  expect((await post(general)).body.code).toBe(50013);
  expect((await owner.rest('POST', `/channels/${general}/messages`, { content: 'owners may' })).status).toBe(
    200,
  );
});

test('somebody timed out reads on but says nothing', async () => {
  sandbox.changeMember(sandbox.guildId, member.id, {
    timeoutUntil: new Date(Date.now() + 60_000).toISOString(),
  });
  const at = `/channels/${sandbox.channels.general}/messages`;
  expect((await member.rest('POST', at, { content: 'x' })).status).toBe(403);
  expect((await member.rest('GET', at)).status).toBe(200);
});

test('losing sight of a channel is told as its deletion, gaining it as its creation', async () => {
  const { general } = sandbox.channels;
  sandbox.setPermissions(general, member.id, 0n, Bits.ViewChannel);
  expect(await member.until('CHANNEL_DELETE')).toMatchObject({ id: general });
  expect(await owner.until('CHANNEL_UPDATE')).toMatchObject({ id: general });
  expect((await member.rest('GET', `/channels/${general}`)).body).toMatchObject({ code: 50001 });
  sandbox.setPermissions(general, member.id, 0n, 0n);
  expect(await member.until('CHANNEL_CREATE')).toMatchObject({ id: general });
});

test('channels are created, changed and deleted by those who may, and everybody is told', async () => {
  const made = await owner.fetched<{ id: string }>('POST', `/guilds/${sandbox.guildId}/channels`, {
    name: 'New Place',
    topic: 'x',
  });
  expect(await member.until('CHANNEL_CREATE')).toMatchObject({ id: made.id, name: 'new-place' });
  await owner.fetched('PATCH', `/channels/${made.id}`, { name: 'renamed' });
  expect(await member.until('CHANNEL_UPDATE')).toMatchObject({ name: 'renamed' });
  const overwrite = { type: 1, allow: '0', deny: String(Bits.SendMessages) };
  await owner.fetched('PUT', `/channels/${made.id}/permissions/${sandbox.botUserId}`, overwrite);
  expect((await post(made.id)).body.code).toBe(50013);
  await owner.fetched('DELETE', `/channels/${made.id}/permissions/${sandbox.botUserId}`);
  expect((await post(made.id)).status).toBe(200);
  await owner.fetched('DELETE', `/channels/${made.id}`);
  expect(await member.until('CHANNEL_DELETE')).toMatchObject({ id: made.id });
  expect((await post(made.id)).body.code).toBe(10003);
});

test('roles are made, given and taken, and change what one may do', async () => {
  const base = `/guilds/${sandbox.guildId}`;
  const role = await owner.fetched<{ id: string }>('POST', `${base}/roles`, {
    name: 'Builder',
    permissions: String(Bits.ManageChannels),
  });
  await member.until('GUILD_ROLE_CREATE');
  expect((await member.rest('POST', `${base}/channels`, { name: 'x' })).status).toBe(403);
  await owner.fetched('PUT', `${base}/members/${member.id}/roles/${role.id}`);
  expect(await member.until('GUILD_MEMBER_UPDATE')).toMatchObject({ roles: [role.id] });
  expect((await member.rest('POST', `${base}/channels`, { name: 'x' })).status).toBe(201);
  await owner.fetched('DELETE', `${base}/members/${member.id}/roles/${role.id}`);
  expect((await member.rest('POST', `${base}/channels`, { name: 'y' })).status).toBe(403);
  await owner.fetched('DELETE', `${base}/roles/${role.id}`);
  expect(await member.until('GUILD_ROLE_DELETE')).toMatchObject({ role_id: role.id });
});

test('a moderator times somebody out and renames nobody without the permission', async () => {
  const moderator = await enter(sandbox, 'moderator');
  const at = `/guilds/${sandbox.guildId}/members/${member.id}`;
  const until = new Date(Date.now() + 60_000).toISOString();
  await moderator.fetched('PATCH', at, { communication_disabled_until: until });
  expect(await member.until('GUILD_MEMBER_UPDATE')).toMatchObject({ communication_disabled_until: until });
  expect((await member.rest('POST', `/channels/${sandbox.channels.general}/typing`)).status).toBe(403);
  expect((await moderator.rest('PATCH', at, { nick: 'x' })).status).toBe(403);
  expect((await rest('PATCH', `/guilds/${sandbox.guildId}/members/@me`, { nick: 'Host' })).body.nick).toBe(
    'Host',
  );
});

describe('threads', () => {
  test('start from a message once, hold messages and members, and can be archived', async () => {
    const { general } = sandbox.channels;
    const message = await member.send(general, 'topic');
    const start = () =>
      member.rest('POST', `/channels/${general}/messages/${message.id}/threads`, { name: 'talk' });
    expect(await start()).toMatchObject({
      status: 201,
      body: { id: message.id, parent_id: general, owner_id: member.id },
    });
    expect(await start()).toMatchObject({ body: { code: 160004 } });
    expect(await owner.until('THREAD_CREATE')).toMatchObject({ id: message.id, newly_created: true });
    expect((await post(message.id)).status).toBe(200);
    await owner.fetched('PUT', `/channels/${message.id}/thread-members/@me`);
    const members = await owner.fetched<{ user_id: string }[]>(
      'GET',
      `/channels/${message.id}/thread-members`,
    );
    expect(members.map(({ user_id }) => user_id)).toEqual([member.id, sandbox.botUserId, owner.id]);
    await member.fetched('PATCH', `/channels/${message.id}`, { archived: true });
    const active = await owner.fetched<{ threads: { id: string }[] }>(
      'GET',
      `/guilds/${sandbox.guildId}/threads/active`,
    );
    expect(active.threads.map(({ id }) => id)).toEqual([sandbox.channels.thread]);
  });

  test('are none of a voice channel, a stage, a category or a thread', async () => {
    const { voice, stage, textCategory, thread } = sandbox.channels;
    for (const place of [voice, stage, textCategory, thread]) {
      const started = await owner.rest('POST', `/channels/${place}/threads`, { name: 'aside', type: 11 });
      expect(started).toMatchObject({ status: 400, body: { code: 50024 } });
    }
    const message = await owner.send(voice, 'topic');
    const about = `/channels/${voice}/messages/${message.id}/threads`;
    expect(await owner.rest('POST', about, { name: 'talk' })).toMatchObject({ body: { code: 50024 } });
  });

  test('need Send Messages in Threads, not Send Messages', async () => {
    const { general, thread } = sandbox.channels;
    sandbox.setPermissions(general, sandbox.botUserId, 0n, Bits.SendMessages);
    expect((await post(thread)).status).toBe(200);
    sandbox.setPermissions(general, sandbox.botUserId, 0n, Bits.SendMessagesInThreads);
    expect((await post(thread)).body.code).toBe(50013);
  });

  test('private ones are hidden from all but their members', async () => {
    const { general } = sandbox.channels;
    const made = await owner.fetched<{ id: string }>('POST', `/channels/${general}/threads`, {
      name: 'aside',
      type: 12,
    });
    expect((await post(made.id)).body.code).toBe(50001);
    await owner.fetched('PUT', `/channels/${made.id}/thread-members/${sandbox.botUserId}`);
    expect((await post(made.id)).status).toBe(200);
    expect((await rest('DELETE', `/channels/${made.id}/thread-members/@me`)).status).toBe(204);
    expect((await post(made.id)).body.code).toBe(50001);
  });

  test('a forum post is a thread with its first message', async () => {
    const body = { name: 'An idea', message: { content: 'What if' } };
    const made = await member.fetched<{ id: string; message: { content: string } }>(
      'POST',
      `/channels/${sandbox.channels.forum}/threads`,
      body,
    );
    expect(made.message.content).toBe('What if');
    await owner.until('THREAD_CREATE', ({ id }) => id === made.id);
  });
});

test('a server is renamed by those who may, and everybody hears of it', async () => {
  const at = `/guilds/${sandbox.guildId}`;
  expect(await member.rest('PATCH', at, { name: 'Mine' })).toMatchObject({ body: { code: 50_013 } });
  expect(await owner.fetched('PATCH', at, { name: 'Kite flyers' })).toMatchObject({ name: 'Kite flyers' });
  await member.until('GUILD_UPDATE', ({ name }) => name === 'Kite flyers');
  expect((await owner.rest('PATCH', at, { name: 'K' })).status).toBe(400);
});

test('guilds, members and users are read as documented', async () => {
  expect((await rest('GET', `/guilds/${sandbox.guildId}`)).body).toMatchObject({ owner_id: owner.id });
  expect((await rest('GET', `/guilds/${sandbox.guildId}/members/${member.id}`)).body).toMatchObject({
    user: { username: 'member' },
  });
  expect(
    (await rest('GET', `/guilds/${sandbox.guildId}/members/search?query=mod&limit=5`)).body,
  ).toMatchObject([{ user: { username: 'moderator' } }]);
  expect((await rest('GET', '/users/@me/guilds')).body).toHaveLength(2);
  expect((await member.rest('GET', '/users/@me/guilds')).body).toHaveLength(1);
  expect((await rest('GET', `/users/${member.id}`)).body).toMatchObject({ global_name: 'Member' });
  expect((await rest('GET', '/applications/@me')).body).toMatchObject({ id: sandbox.applicationId });
  expect((await member.rest('GET', `/guilds/${sandbox.otherGuildId}`)).body).toMatchObject({ code: 50001 });
});

test("direct messages reach the bot's counterpart only", async () => {
  const channel = await rest('POST', '/users/@me/channels', { recipient_id: member.id });
  expect((await post(String(channel.body.id))).status).toBe(200);
  await member.until('MESSAGE_CREATE', ({ content }) => content === 'hello');
  expect((await owner.rest('GET', `/channels/${channel.body.id}/messages`)).body).toMatchObject({
    code: 50001,
  });
});

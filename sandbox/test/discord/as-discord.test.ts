import { PermissionFlagsBits as Bits } from 'discord.js';
import { MessageResponseSchema } from 'discord-api-spec/zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { enter, openDiscordForAll } from '../support/discord-stage.ts';
import { problemsIn } from '../support/form-problems.ts';
import { RawGateway } from '../support/raw-gateway.ts';
import { unspecified } from '../support/specified.ts';

let nowMs = Date.now();
const { sandbox, rest, owner, member } = await openDiscordForAll({
  now: () => nowMs,
  people: ['owner', 'member'],
});
const bot = await RawGateway.identified(sandbox, { intents: 1 | (1 << 3) | (1 << 9) | (1 << 12) });
const messages = `/channels/${sandbox.channels.general}/messages`;

beforeEach(() => {
  nowMs += 10_000;
});

test('people who may not connect may do nothing else in a voice channel', async () => {
  const { voice, general } = sandbox.channels;
  await rest('POST', `/applications/${sandbox.applicationId}/commands`, { name: 'ask', description: 'x' });
  const mask = async (channelId: string): Promise<bigint> => {
    sandbox.injectInteraction({ type: 2, userId: member.id, channelId, data: { name: 'ask' } });
    const { d } = await bot.frame(
      (frame) =>
        frame.t === 'INTERACTION_CREATE' && frame.d.channel_id === channelId && !seen.has(frame.d.id),
    );
    seen.add(d.id);
    return BigInt(String((d.member as { permissions: string }).permissions));
  };
  const seen = new Set<unknown>();
  expect((await mask(voice)) & (Bits.Connect | Bits.Speak)).toBe(Bits.Connect | Bits.Speak);
  for (const channelId of [voice, general])
    sandbox.setPermissions(channelId, sandbox.guildId, 0n, Bits.Connect);
  const denied = await mask(voice);
  expect(denied & (Bits.Connect | Bits.Speak | Bits.UseVAD | Bits.Stream | Bits.ManageChannels)).toBe(0n);
  expect(denied & (Bits.ViewChannel | Bits.SendMessages)).toBe(Bits.ViewChannel | Bits.SendMessages);
  expect((await mask(general)) & Bits.Speak).toBe(Bits.Speak);
  for (const channelId of [voice, general]) sandbox.setPermissions(channelId, sandbox.guildId, 0n, 0n);
});

test('a bot is told of hidden channels, too, and of what happens to them; people are not', async () => {
  const { moderatorsOnly } = sandbox.channels;
  const created = await bot.frame(({ t, d }) => t === 'GUILD_CREATE' && d.id === sandbox.guildId);
  const listed = (created.d.channels as { id: string }[]).map(({ id }) => id);
  expect(listed).toContain(moderatorsOnly);
  expect((await rest('GET', `/channels/${moderatorsOnly}`)).body.code).toBe(50001);
  await owner.fetched('PATCH', `/channels/${moderatorsOnly}`, { topic: 'Hush' });
  await bot.frame(({ t, d }) => t === 'CHANNEL_UPDATE' && d.id === moderatorsOnly);
  const told = member.events.filter(({ name }) => name.startsWith('CHANNEL_'));
  expect(told.map(({ data }) => (data as { id: string }).id)).not.toContain(moderatorsOnly);
});

test('a message opens an archived thread again, and everybody hears of it', async () => {
  const { thread } = sandbox.channels;
  await owner.fetched('PATCH', `/channels/${thread}`, { archived: true });
  await rest('POST', `/channels/${thread}/messages`, { content: 'x' });
  const opened = await bot.frame(
    ({ t, d }) => t === 'THREAD_UPDATE' && (d.thread_metadata as { archived: boolean }).archived === false,
  );
  expect(opened.d.id).toBe(thread);
});

test('what only a moderator could do is 50003 in direct messages', async () => {
  const { body: direct } = await rest('POST', '/users/@me/channels', { recipient_id: member.id });
  const sent = await member.send(String(direct.id), 'hello');
  expect(await rest('DELETE', `/channels/${direct.id}/messages/${sent.id}`)).toMatchObject({
    status: 403,
    body: { code: 50003 },
  });
});

describe('lengths', () => {
  const send = async (body: object) => {
    nowMs += 5000;
    const { status, body: said } = await rest('POST', messages, body);
    return { status, problems: problemsIn(said.errors), text: JSON.stringify(said.errors) };
  };

  test('are counted in code points', async () => {
    expect((await send({ content: '🎬'.repeat(2000) })).status).toBe(200);
    expect((await send({ content: '🎬'.repeat(2001) })).problems).toEqual({
      content: 'BASE_TYPE_MAX_LENGTH',
    });
    expect((await send({ embeds: [{ title: '🎬'.repeat(256) }] })).status).toBe(200);
    expect((await send({ embeds: [{ title: '🎬'.repeat(257) }] })).problems).toEqual({
      'embeds.0.title': 'BASE_TYPE_MAX_LENGTH',
    });
  });

  test('of the address on a button end at 512 characters', async () => {
    const withLink = (length: number) => {
      const url = 'https://files.test/?a='.padEnd(length, 'a');
      return {
        content: 'x',
        components: [{ type: 1, components: [{ type: 2, style: 5, label: 'x', url }] }],
      };
    };
    expect((await send(withLink(512))).status).toBe(200);
    const { problems } = await send(withLink(513));
    expect(problems).toEqual({ 'components.0.components.0.url': 'BASE_TYPE_MAX_LENGTH' });
  });

  test('with a least and a most are told with both', async () => {
    const row = (...components: object[]) => ({ content: 'x', components: [{ type: 1, components }] });
    const button = { type: 2, style: 1, label: 'x', custom_id: 'a'.repeat(101) };
    const long = await send(row(button));
    expect(long.problems).toEqual({ 'components.0.components.0.custom_id': 'BASE_TYPE_BAD_LENGTH' });
    expect(long.text).toContain('Must be between 1 and 100 in length.');
    const none = await send(row());
    expect(none.problems).toEqual({ 'components.0.components': 'BASE_TYPE_BAD_LENGTH' });
    expect(none.text).toContain('Must be between 1 and 5 in length.');
  });
});

describe('what is shown fits the published specification', () => {
  const fits = (wire: unknown): void => expect(unspecified(MessageResponseSchema, wire)).toEqual([]);

  test('of components, with what their sender left out', async () => {
    const components = [
      { type: 17, components: [{ type: 10, content: 'x' }, { type: 14 }] },
      { type: 1, components: [{ type: 3, custom_id: 'a', options: [{ label: 'x', value: 'x' }] }] },
      { type: 1, components: [{ type: 5, custom_id: 'b', placeholder: null }] },
    ];
    const { body } = await rest('POST', messages, { flags: 32_768, components });
    const [container, select, users] = body.components as { components: object[] }[];
    expect(container).toMatchObject({ accent_color: null, spoiler: false });
    expect(container?.components[1]).toMatchObject({ divider: true, spacing: 1 });
    expect(select?.components[0]).toMatchObject({ min_values: 1, max_values: 1 });
    expect(users?.components[0]).not.toHaveProperty('placeholder');
    fits(body);
  });

  test('of an answer to a command', async () => {
    const { id, token } = sandbox.injectInteraction({
      type: 2,
      userId: member.id,
      channelId: sandbox.channels.general,
      data: { name: 'ask' },
    });
    await rest('POST', `/interactions/${id}/${token}/callback`, { type: 4, data: { content: 'x' } });
    const { body } = await rest('GET', `/webhooks/${sandbox.applicationId}/${token}/messages/@original`);
    expect(body.interaction_metadata).toMatchObject({ id, type: 2 });
    fits(body);
  });

  test('of a forward', async () => {
    const { general, videos } = sandbox.channels;
    const source = await rest('POST', messages, { content: 'forward me', embeds: [{ title: 'x' }] }, [
      { name: 'a.txt', bytes: Buffer.from('abc') },
    ]);
    const reference = { type: 1, message_id: source.body.id, channel_id: general };
    const { body } = await rest('POST', `/channels/${videos}/messages`, { message_reference: reference });
    expect(body).toMatchObject({
      content: '',
      message_reference: { type: 1, message_id: source.body.id, channel_id: general },
      message_snapshots: [{ message: { content: 'forward me', attachments: [{ filename: 'a.txt' }] } }],
    });
    expect(Number(body.flags) & 16_384).toBe(16_384);
    fits(body);
    await rest('DELETE', `${messages}/${source.body.id}`);
    const { body: later } = await rest('GET', `/channels/${videos}/messages/${body.id}`);
    const [snapshot] = later.message_snapshots as { message: { attachments: { url: string }[] } }[];
    expect(await (await fetch(snapshot?.message.attachments[0]?.url ?? '')).text()).toBe('abc');
  });
});

test('a forward of what the bot may not read is refused', async () => {
  const { moderatorsOnly, general } = sandbox.channels;
  const hidden = await owner.send(moderatorsOnly, 'hush');
  const forward = (channel_id: string, message_id: string) =>
    rest('POST', messages, { message_reference: { type: 1, message_id, channel_id } });
  expect((await forward(moderatorsOnly, hidden.id)).body.code).toBe(50001);
  const open = await owner.send(sandbox.channels.videos, 'x');
  sandbox.setPermissions(sandbox.channels.videos, sandbox.botUserId, 0n, Bits.ReadMessageHistory);
  expect((await forward(sandbox.channels.videos, open.id)).body.code).toBe(160_009);
  sandbox.setPermissions(sandbox.channels.videos, sandbox.botUserId, 0n, 0n);
  expect((await forward(general, '1324000000000009999')).body.code).toBe(10_008);
});

test.each([
  ['today', 'messages/pins'],
  ['before 2025', 'pins'],
])('messages are pinned, listed and unpinned at the addresses of %s', async (_when, path) => {
  const at = `/channels/${sandbox.channels.general}/${path}`;
  const { body } = await rest('POST', messages, { content: 'keep me' });
  expect((await rest('PUT', `${at}/${body.id}`)).body.code).toBe(50_013);
  expect((await owner.rest('PUT', `${at}/${body.id}`)).status).toBe(204);
  const listed = (await rest('GET', at)).body;
  const pinned =
    path === 'pins' ? listed : (listed.items as { message: object }[]).map(({ message }) => message);
  expect(pinned).toMatchObject([{ id: body.id, pinned: true }]);
  await owner.until('CHANNEL_PINS_UPDATE');
  await owner.untilMessage(
    ({ type, message_reference }) => type === 6 && message_reference?.message_id === body.id,
  );
  expect((await owner.rest('DELETE', `${at}/${body.id}`)).status).toBe(204);
  expect((await rest('GET', `${messages}/${body.id}`)).body.pinned).toBe(false);
});

test('a message of an announcement channel is published, once', async () => {
  const { announcements, general } = sandbox.channels;
  const sent = await owner.send(announcements, 'news');
  const publish = (channelId: string, id: string) =>
    owner.rest('POST', `/channels/${channelId}/messages/${id}/crosspost`);
  expect(await publish(announcements, sent.id)).toMatchObject({ status: 200, body: { flags: 1 } });
  expect((await publish(announcements, sent.id)).body).toMatchObject({ code: 40_033 });
  const other = await owner.send(general, 'x');
  expect((await publish(general, other.id)).body).toMatchObject({ code: 50_024 });
});

describe('custom emojis', () => {
  const image = 'data:image/png;base64,AAAA';
  const button = (emoji: object) => ({
    content: 'x',
    components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'a', emoji }] }],
  });

  test('of a server are made, told, used and taken away', async () => {
    const at = `/guilds/${sandbox.guildId}/emojis`;
    expect((await rest('POST', at, { name: 'kite', image })).body.code).toBe(50_013);
    expect((await owner.rest('POST', at, { name: 'k', image: 'kite.png' })).status).toBe(400);
    const { id } = await owner.fetched<{ id: string }>('POST', at, { name: 'kite', image });
    const told = await bot.event('GUILD_EMOJIS_UPDATE');
    expect(told.d.emojis).toMatchObject([{ id, name: 'kite', animated: false }]);
    expect((await rest('POST', messages, button({ id, name: 'kite' }))).status).toBe(200);
    expect((await owner.rest('PATCH', `${at}/${id}`, { name: 'dragon' })).body).toMatchObject({
      name: 'dragon',
    });
    expect((await owner.rest('DELETE', `${at}/${id}`)).status).toBe(204);
    expect((await rest('GET', `${at}/${id}`)).body.code).toBe(10_014);
    expect((await rest('POST', messages, button({ id, name: 'kite' }))).status).toBe(400);
  });

  test('of the application are its own', async () => {
    const at = `/applications/${sandbox.applicationId}/emojis`;
    const { body } = await rest('POST', at, { name: 'busy', image: 'data:image/gif;base64,AAAA' });
    expect((await rest('GET', at)).body.items).toMatchObject([{ id: body.id, name: 'busy', animated: true }]);
    expect((await rest('POST', messages, button({ id: body.id, name: 'busy' }))).status).toBe(200);
    expect((await rest('DELETE', `${at}/${body.id}`)).status).toBe(204);
  });
});

test('a moderator kicks a member, and nobody who stands as high', async () => {
  const moderator = await enter(sandbox, 'moderator');
  const members = `/guilds/${sandbox.guildId}/members`;
  const kick = (id: string) => moderator.rest('DELETE', `${members}/${id}`);
  for (const id of [owner.id, moderator.id]) expect((await kick(id)).body).toMatchObject({ code: 50_013 });
  expect((await rest('DELETE', `${members}/${sandbox.people.newcomer.id}`)).body.code).toBe(50_013);
  expect((await kick(sandbox.people.newcomer.id)).status).toBe(204);
  expect((await kick(sandbox.people.newcomer.id)).body).toMatchObject({ code: 10_007 });
});

test('version 9 is served as well, over HTTP and the gateway', async () => {
  const headers = { authorization: `Bot ${sandbox.botToken}` };
  const answer = await fetch(`${sandbox.apiUrl}/v9/users/@me`, { headers });
  expect(await answer.json()).toMatchObject({ id: sandbox.botUserId });
  const raw = await RawGateway.open(sandbox.gatewayUrl, 'v=9&encoding=json');
  raw.identify(sandbox.botToken, { intents: 1 });
  await raw.event('READY');
  raw.socket.terminate();
});

describe('what is done from outside', () => {
  const control = (body: object) =>
    fetch(`${sandbox.baseUrl}/sandbox/membership`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('a person takes no direct messages any more, and takes them again', async () => {
    const { body: direct } = await rest('POST', '/users/@me/channels', { recipient_id: member.id });
    const write = () => rest('POST', `/channels/${direct.id}/messages`, { content: 'x' });
    await control({ action: 'direct-messages', userId: member.id, open: false });
    expect(await write()).toMatchObject({ status: 403, body: { code: 50_007 } });
    await control({ action: 'direct-messages', userId: member.id, open: true });
    expect((await write()).status).toBe(200);
  });

  test('the bot is kicked and invited back', async () => {
    await control({ action: 'kick-bot', guildId: sandbox.guildId });
    await bot.frame(({ t, d }) => t === 'GUILD_DELETE' && d.id === sandbox.guildId);
    expect((await rest('POST', messages, { content: 'x' })).body.code).toBe(50_001);
    await control({ action: 'invite-bot', guildId: sandbox.guildId });
    expect((await rest('POST', messages, { content: 'x' })).status).toBe(200);
  });

  test('a server is gone, with its channels', async () => {
    const { otherGuildId, channels } = sandbox;
    expect((await control({ action: 'explode' })).status).toBe(400);
    await control({ action: 'remove-guild', guildId: otherGuildId });
    await bot.frame(({ t, d }) => t === 'GUILD_DELETE' && d.id === otherGuildId);
    expect((await rest('GET', `/channels/${channels.otherGeneral}`)).body.code).toBe(10_003);
    expect((await rest('GET', `/guilds/${otherGuildId}`)).body.code).toBe(10_004);
    await owner.until('GUILD_DELETE', ({ id }) => id === otherGuildId);
  });
});

import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeAll, expect, test } from 'vitest';
import { openDiscordForAll } from '../support/discord-stage.ts';
import { PublishedCalls } from '../support/published-calls.ts';
import { RawGateway } from '../support/raw-gateway.ts';

/** What Discord serves and doesn't publish: what its own client asks, and what its documentation has alone. */
const unpublished = [
  'GET /users/@me/channels',
  'PATCH /guilds/:guildId/members/@me/nick',
  'GET /guilds/:guildId/application-command-index',
  'POST /channels/:channelId/thread-members/:userId',
  'GET /channels/:channelId/application-command-index',
  'POST /interactions',
  'POST /attachments/refresh-urls',
];

/** Nobody sets permissions of a command here, so none are shown: 10066, as from Discord. */
const refused = ['GET /applications/:applicationId/guilds/:guildId/commands/:commandId/permissions'];

let nowMs = Date.now();
const { sandbox } = await openDiscordForAll({ now: () => nowMs, privilegedIntents: ['GuildMembers'] });
const calls = new PublishedCalls(sandbox);
const gateway = await RawGateway.identified(sandbox, { intents: 1 });

beforeAll(async () => {
  const { guildId, roles, people } = sandbox;
  await fetch(`${sandbox.apiUrl}/v10/guilds/${guildId}/roles/${roles.bot}`, {
    method: 'PATCH',
    headers: { authorization: people.owner.token, 'content-type': 'application/json' },
    body: JSON.stringify({ permissions: String(Bits.Administrator) }),
  });
});

type Made = Readonly<Record<string, string>>;

const bot = async <Answer = Made>(method: string, path: string, body?: unknown): Promise<Answer> => {
  nowMs += 5_000;
  return await calls.call<Answer>(`Bot ${sandbox.botToken}`, method, path, { body });
};
const owner = async <Answer = Made>(method: string, path: string, body?: unknown): Promise<Answer> =>
  await calls.call<Answer>(sandbox.people.owner.token, method, path, { body });
const link = { type: 1, components: [{ type: 2, style: 5, label: 'x', url: 'https://example.org' }] };

async function aboutUsers(): Promise<void> {
  for (const path of [
    '/gateway',
    '/gateway/bot',
    '/users/@me',
    '/users/@me/guilds',
    '/oauth2/applications/@me',
  ])
    await bot('GET', path);
  await bot('PATCH', '/users/@me', { username: 'emcee' });
  await bot('GET', `/users/${sandbox.people.member.id}`);
  await bot('GET', `/users/@me/guilds/${sandbox.guildId}/member`);
  for (const application of ['@me', sandbox.applicationId]) await bot('GET', `/applications/${application}`);
  await bot('PATCH', '/applications/@me', { description: 'x' });
  const direct = await bot('POST', '/users/@me/channels', { recipient_id: sandbox.people.member.id });
  const said = await bot('POST', `/channels/${direct.id}/messages`, { content: 'x' });
  await bot('DELETE', `/channels/${direct.id}/messages/${said.id}`);
  await bot('DELETE', `/channels/${direct.id}`);
}

async function aboutGuild(): Promise<void> {
  const guild = `/guilds/${sandbox.guildId}`;
  for (const path of [
    '',
    '?with_counts=true',
    '/channels',
    '/threads/active',
    '/roles',
    '/emojis',
    '/bans',
    '/webhooks',
  ])
    await bot('GET', `${guild}${path}`);
  await bot('PATCH', guild, { name: 'Kites' });
  await bot('GET', `${guild}/members?limit=10`);
  await bot('GET', `${guild}/members/search?query=mem`);
  const { member, newcomer } = sandbox.people;
  await bot('GET', `${guild}/members/${member.id}`);
  await owner('PATCH', `${guild}/members/${member.id}`, { nick: 'Ann' });
  const role = await bot('POST', `${guild}/roles`, { name: 'x', permissions: '0' });
  await bot('GET', `${guild}/roles/${role.id}`);
  await bot('PATCH', `${guild}/roles/${role.id}`, { name: 'y' });
  await owner('PATCH', `${guild}/roles`, [{ id: role.id, position: 1 }]);
  for (const method of ['PUT', 'DELETE'])
    await owner(method, `${guild}/members/${member.id}/roles/${role.id}`);
  await bot('DELETE', `${guild}/roles/${role.id}`);
  await owner('PUT', `${guild}/bans/${newcomer.id}`, {});
  await bot('GET', `${guild}/bans`);
  await bot('GET', `${guild}/bans/${newcomer.id}`);
  await bot('DELETE', `${guild}/bans/${newcomer.id}`);
  await owner('POST', `${guild}/bulk-ban`, { user_ids: [newcomer.id] });
  for (const emojis of [`${guild}/emojis`, `/applications/${sandbox.applicationId}/emojis`]) {
    const emoji = await bot('POST', emojis, { name: 'kite', image: 'data:image/png;base64,AAAA' });
    await bot('GET', emojis);
    await bot('GET', `${emojis}/${emoji.id}`);
    await bot('PATCH', `${emojis}/${emoji.id}`, { name: 'dragon' });
    await bot('DELETE', `${emojis}/${emoji.id}`);
  }
}

async function aboutChannels(): Promise<void> {
  const guild = `/guilds/${sandbox.guildId}`;
  for (const id of Object.values(sandbox.channels)) await bot('GET', `/channels/${id}`);
  const { id } = await bot('POST', `${guild}/channels`, { name: 'x', topic: 'y' });
  await bot('PATCH', `/channels/${id}`, { topic: 'z' });
  await bot('PATCH', `${guild}/channels`, [{ id, position: 3 }]);
  const overwrite = `/channels/${id}/permissions/${sandbox.people.member.id}`;
  await bot('PUT', overwrite, { type: 1, allow: '0', deny: '0' });
  await bot('DELETE', overwrite);
  await bot('POST', `/channels/${id}/typing`);
  await bot('DELETE', `/channels/${id}`);
  await bot('PATCH', `/channels/${sandbox.channels.forum}`, {
    available_tags: [{ name: 'x', emoji_name: '💡' }],
  });
}

async function aboutMessages(): Promise<void> {
  const { general, videos, announcements } = sandbox.channels;
  const messages = `/channels/${general}/messages`;
  const embed = {
    title: 'x',
    fields: [{ name: 'a', value: 'b' }],
    footer: { text: 'x' },
    author: { name: 'x' },
  };
  const first = await bot('POST', messages, {
    content: `<@${sandbox.people.member.id}>`,
    embeds: [embed],
    components: [link],
  });
  const file = await calls.call(`Bot ${sandbox.botToken}`, 'POST', messages, {
    body: { content: 'x' },
    files: { 'a.txt': 'abc' },
  });
  await bot('PATCH', `${messages}/${file.id}`, { content: 'y' });
  await bot('POST', messages, { content: 'x', message_reference: { message_id: first.id } });
  await bot('POST', `/channels/${videos}/messages`, {
    message_reference: { type: 1, channel_id: general, message_id: first.id },
  });
  await bot('POST', messages, {
    flags: 32_768,
    components: [{ type: 17, components: [{ type: 10, content: 'x' }] }],
  });
  await bot('GET', `${messages}/${first.id}`);
  for (const base of [`/channels/${general}/pins`, `${messages}/pins`]) {
    await bot('PUT', `${base}/${first.id}`);
    await bot('GET', base);
    await bot('DELETE', `${base}/${first.id}`);
  }
  const thumb = `${messages}/${first.id}/reactions/${encodeURIComponent('👍')}`;
  await bot('PUT', `${thumb}/@me`);
  await bot('GET', thumb);
  await bot('GET', messages);
  await bot('DELETE', `${thumb}/@me`);
  await bot('DELETE', `${thumb}/${sandbox.people.member.id}`);
  await bot('DELETE', thumb);
  await bot('DELETE', `${messages}/${first.id}/reactions`);
  const news = await bot('POST', `/channels/${announcements}/messages`, { content: 'x' });
  await bot('POST', `/channels/${announcements}/messages/${news.id}/crosspost`);
  await aboutThreads(messages, first.id ?? '');
  await bot('POST', `${messages}/bulk-delete`, { messages: [first.id, file.id] });
}

async function aboutThreads(messages: string, messageId: string): Promise<void> {
  const { general, forum } = sandbox.channels;
  const { id } = await bot('POST', `${messages}/${messageId}/threads`, { name: 'x' });
  await bot('GET', `${messages}/${messageId}`);
  await bot('POST', `/channels/${forum}/threads`, { name: 'x', message: { content: 'x' } });
  const hidden = await bot('POST', `/channels/${general}/threads`, { name: 'x', type: 12 });
  const members = `/channels/${id}/thread-members`;
  for (const who of ['@me', sandbox.people.member.id]) {
    await bot('PUT', `${members}/${who}`);
    await bot('GET', `${members}/${who}?with_member=true`);
  }
  await bot('GET', `${members}?with_member=true`);
  for (const who of ['@me', sandbox.people.member.id]) await bot('DELETE', `${members}/${who}`);
  for (const thread of [id, hidden.id]) await bot('PATCH', `/channels/${thread}`, { archived: true });
  for (const path of [
    'threads/archived/public',
    'threads/archived/private',
    'users/@me/threads/archived/private',
  ])
    await bot('GET', `/channels/${general}/${path}`);
}

async function aboutWebhooks(): Promise<void> {
  const at = `/channels/${sandbox.channels.general}/webhooks`;
  const hook = await bot('POST', at, { name: 'x' });
  await bot('GET', at);
  await bot('GET', `/guilds/${sandbox.guildId}/webhooks`);
  await bot('GET', `/webhooks/${hook.id}`);
  await bot('PATCH', `/webhooks/${hook.id}`, { name: 'y' });
  const through = async (method: string, path: string, body?: unknown) => {
    nowMs += 5_000;
    return await calls.call('', method, `/webhooks/${hook.id}/${hook.token}${path}`, {
      body,
      anonymous: true,
    });
  };
  await through('GET', '');
  await through('PATCH', '', { name: 'z' });
  await through('POST', '', { content: 'x' });
  const { id } = await through('POST', '?wait=true', { content: 'x' });
  await through('GET', `/messages/${id}`);
  await through('PATCH', `/messages/${id}`, { content: 'y' });
  await through('DELETE', `/messages/${id}`);
  await through('DELETE', '');
  const other = await bot('POST', at, { name: 'x' });
  await bot('DELETE', `/webhooks/${other.id}`);
}

async function aboutCommands(): Promise<void> {
  const options = [
    { type: 3, name: 'o', description: 'x', choices: [{ name: 'a', value: 'b' }] },
    { type: 4, name: 'n', description: 'x', min_value: 1, max_value: 2 },
  ];
  const command = { name: 'ask', description: 'x', options };
  for (const place of ['', `/guilds/${sandbox.guildId}`]) {
    const at = `/applications/${sandbox.applicationId}${place}/commands`;
    await bot('PUT', at, [command, { name: 'Look', type: 3 }]);
    await bot('GET', at);
    await bot('GET', `${at}?with_localizations=true`);
    const { id } = await bot('POST', at, { name: 'more', description: 'x' });
    await bot('GET', `${at}/${id}`);
    await bot('PATCH', `${at}/${id}`, { description: 'y' });
    if (place !== '') {
      await bot('GET', `${at}/permissions`);
      await bot('GET', `${at}/${id}/permissions`);
    }
    await bot('DELETE', `${at}/${id}`);
  }
  const { id, token } = sandbox.injectInteraction({
    type: 2,
    userId: sandbox.people.member.id,
    channelId: sandbox.channels.general,
    data: { name: 'ask' },
  });
  const data = { content: 'x', components: [link] };
  const callback = `/interactions/${id}/${token}/callback?with_response=true`;
  await calls.call('', 'POST', callback, { body: { type: 4, data }, anonymous: true });
  const after = `/webhooks/${sandbox.applicationId}/${token}`;
  const more = await bot('POST', after, { content: 'y', flags: 64 });
  for (const message of ['@original', more.id]) {
    await bot('GET', `${after}/messages/${message}`);
    await bot('PATCH', `${after}/messages/${message}`, { content: 'z' });
    await bot('DELETE', `${after}/messages/${message}`);
  }
}

async function aboutVoice(): Promise<void> {
  const { guildId, channels, botUserId } = sandbox;
  const at = `/guilds/${guildId}/voice-states`;
  gateway.send(4, { guild_id: guildId, channel_id: channels.stage, self_mute: false, self_deaf: true });
  await gateway.event('VOICE_SERVER_UPDATE');
  await bot('GET', `${at}/@me`);
  await bot('GET', `${at}/${botUserId}`);
  await bot('PATCH', `${at}/@me`, { channel_id: channels.stage, suppress: false });
  await bot('PATCH', `${at}/${botUserId}`, { channel_id: channels.stage, suppress: true });
  await bot('PUT', `/channels/${channels.voice}/voice-status`, { status: 'x' });
}

async function mistakes(): Promise<void> {
  await bot('GET', '/channels/1324000000000009999');
  await bot('GET', '/channels/lounge');
  await bot('POST', `/channels/${sandbox.channels.general}/messages`, { content: '' });
  await bot('POST', `/channels/${sandbox.channels.general}/messages`, { content: 'x'.repeat(2001) });
}

async function leaving(): Promise<void> {
  await owner('DELETE', `/guilds/${sandbox.guildId}/members/${sandbox.people.moderator.id}`);
  await bot('DELETE', `/users/@me/guilds/${sandbox.guildId}`);
}

test("every route is Discord's, and answers as the published specification says", async () => {
  await aboutUsers();
  await aboutGuild();
  await aboutChannels();
  await aboutMessages();
  await aboutWebhooks();
  await aboutCommands();
  await aboutVoice();
  await mistakes();
  await leaving();
  expect(calls.problems).toEqual([]);
  expect(calls.uncalled).toEqual(refused);
  expect(calls.unpublished.toSorted()).toEqual(unpublished.toSorted());
});

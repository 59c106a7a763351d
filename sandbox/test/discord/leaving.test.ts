import { expect, test } from 'vitest';
import { enter, enterBot, openDiscord } from '../support/discord-stage.ts';
import { eventually } from '../support/eventually.ts';

async function open() {
  const { sandbox, rest, owner } = await openDiscord({ people: ['owner'] });
  return { sandbox, rest, owner, client: await enterBot(sandbox) };
}

test('a bot that leaves is told so, and everybody who stays', async () => {
  const { sandbox, client, owner } = await open();
  const { otherGuildId, botUserId, roles } = sandbox;
  const heard = [
    owner.until('GUILD_MEMBER_REMOVE', () => true),
    owner.until('GUILD_ROLE_DELETE', () => true),
  ];
  await client.guilds.cache.get(otherGuildId)?.leave();
  expect(await Promise.all(heard)).toMatchObject([
    { guild_id: otherGuildId, user: { id: botUserId } },
    { guild_id: otherGuildId, role_id: roles.otherBot },
  ]);
  await eventually(() => !client.guilds.cache.has(otherGuildId), 'GUILD_DELETE');
  expect([...client.guilds.cache.keys()]).toEqual([sandbox.guildId]);
});

test('a bot that leaves takes its role along', async () => {
  const { sandbox, client, owner } = await open();
  const { otherGuildId, roles } = sandbox;
  const idsOf = async () => {
    const { body } = await owner.rest('GET', `/guilds/${otherGuildId}/roles`);
    return (body as unknown as { id: string }[]).map(({ id }) => id);
  };
  expect(await idsOf()).toContain(roles.otherBot);
  await client.guilds.cache.get(otherGuildId)?.leave();
  expect(await idsOf()).not.toContain(roles.otherBot);
});

test.each(['leaves', 'loses'])('who %s a guild is out of its voice channels', async (how) => {
  const { sandbox } = await open();
  const { guildId, channels } = sandbox;
  const member = await enter(sandbox, 'member');
  const voice = { guild_id: guildId, channel_id: channels.voice, self_mute: false, self_deaf: false };
  member.gatewaySend(4, voice);
  await member.until('VOICE_STATE_UPDATE', ({ channel_id }) => channel_id === channels.voice);
  if (how === 'leaves') await member.rest('DELETE', `/users/@me/guilds/${guildId}`);
  else sandbox.membership.removeGuild(guildId);
  await member.until('VOICE_STATE_UPDATE', ({ channel_id }) => channel_id === null);
});

test('nobody leaves where they are not, and no owner leaves their own guild', async () => {
  const { sandbox, rest, owner } = await open();
  const path = `/users/@me/guilds/${sandbox.otherGuildId}`;
  expect(await rest('DELETE', path)).toMatchObject({ status: 204 });
  expect(await rest('DELETE', path)).toMatchObject({ status: 404, body: { code: 10004 } });
  expect(await owner.rest('DELETE', path)).toMatchObject({ status: 400, body: { code: 50055 } });
});

test('a bot that is invited hears of the guild, with what it may do there', async () => {
  const { sandbox, client, rest } = await open();
  const { otherGuildId } = sandbox;
  await rest('DELETE', `/users/@me/guilds/${otherGuildId}`);
  await eventually(() => !client.guilds.cache.has(otherGuildId), 'GUILD_DELETE');
  sandbox.membership.inviteBot(otherGuildId);
  await eventually(() => client.guilds.cache.has(otherGuildId), 'GUILD_CREATE');
  const guild = client.guilds.cache.get(otherGuildId);
  expect(guild?.members.me?.permissions.has('SendMessages')).toBe(true);
  expect(guild?.channels.cache.size).toBeGreaterThan(0);
});

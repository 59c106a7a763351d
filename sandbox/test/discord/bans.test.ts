import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { enter, openDiscordForAll } from '../support/discord-stage.ts';
import { RawGateway } from '../support/raw-gateway.ts';

const { sandbox, rest, owner, moderator } = await openDiscordForAll({ people: ['owner', 'moderator'] });
const bot = await RawGateway.identified(sandbox, { intents: 1 | (1 << 2) });
const bans = `/guilds/${sandbox.guildId}/bans`;

beforeAll(async () => {
  await owner.fetched('PATCH', `/guilds/${sandbox.guildId}/roles/${sandbox.roles.moderator}`, {
    permissions: String(Bits.BanMembers | Bits.ManageGuild | Bits.ViewChannel),
  });
});

const code = async (method: string, path: string, body?: object) =>
  ((await moderator.rest(method, path, body)).body as { code?: number } | undefined)?.code;

describe('a ban', () => {
  test('takes somebody out, with what they wrote lately, and keeps its reason', async () => {
    const { newcomer } = sandbox.people;
    const person = await enter(sandbox, 'newcomer');
    const sent = await person.send(sandbox.channels.general, 'spam');
    const response = await fetch(`${sandbox.apiUrl}/v10${bans}/${newcomer.id}`, {
      method: 'PUT',
      headers: {
        authorization: sandbox.people.moderator.token,
        'content-type': 'application/json',
        'x-audit-log-reason': encodeURIComponent('Spam – again'),
      },
      body: JSON.stringify({ delete_message_seconds: 60 }),
    });
    expect(response.status).toBe(204);
    await person.until('GUILD_DELETE');
    await bot.frame(({ t, d }) => t === 'GUILD_BAN_ADD' && (d.user as { id: string }).id === newcomer.id);
    expect(sandbox.state.message(sandbox.channels.general, sent.id)).toBeUndefined();
    const entry = { reason: 'Spam – again', user: { id: newcomer.id } };
    expect(await owner.fetched('GET', bans)).toMatchObject([entry]);
    expect(await owner.fetched('GET', `${bans}/${newcomer.id}`)).toMatchObject(entry);
    expect((await moderator.rest('DELETE', `${bans}/${newcomer.id}`)).status).toBe(204);
    await bot.event('GUILD_BAN_REMOVE');
    expect(await code('GET', `${bans}/${newcomer.id}`)).toBe(10_026);
    expect(await code('DELETE', `${bans}/${newcomer.id}`)).toBe(10_026);
  });

  test('is for those who may, and never of somebody who stands as high', async () => {
    expect(await code('PUT', `${bans}/${owner.id}`)).toBe(50_013);
    expect(await code('PUT', `${bans}/${moderator.id}`)).toBe(50_013);
    expect(await code('PUT', `${bans}/1324000000000009999`)).toBe(10_013);
    for (const path of [bans, `${bans}/${owner.id}`])
      expect((await rest('GET', path)).body.code).toBe(50_013);
  });

  test('of many at once says who is left', async () => {
    const { member } = sandbox.people;
    const at = `/guilds/${sandbox.guildId}/bulk-ban`;
    const ids = { user_ids: [member.id, owner.id] };
    expect((await moderator.rest('POST', at, ids)).body).toEqual({
      banned_users: [member.id],
      failed_users: [owner.id],
    });
    expect(await code('POST', at, ids)).toBe(500_000);
    const listed = await owner.fetched<object[]>('GET', `${bans}?limit=1&after=${member.id}`);
    expect(listed).toEqual([]);
  });
});

import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { enter, openDiscordForAll } from '../support/discord-stage.ts';
import { problemsIn } from '../support/form-problems.ts';
import type { SandboxPerson } from '../support/sandbox-person.ts';

const nowMs = Date.now();
const { sandbox, owner, moderator } = await openDiscordForAll({
  now: () => nowMs,
  people: ['owner', 'moderator'],
});
const roles = `/guilds/${sandbox.guildId}/roles`;
const members = `/guilds/${sandbox.guildId}/members`;

interface Answer {
  readonly id: string;
  readonly code: number;
  readonly position: number;
  readonly errors: unknown;
}

const asked = async (person: SandboxPerson, method: string, path: string, body?: object) => {
  const { status, body: said } = await person.rest(method, path, body);
  return status < 300 ? status : (said as Answer).code;
};

describe('a role', () => {
  let helper: string;

  beforeEach(async () => {
    helper = (await moderator.fetched<Answer>('POST', roles, { name: 'helper' })).id;
  });

  test('gets and loses only what its editor has', async () => {
    const grant = (permissions: bigint) =>
      asked(moderator, 'PATCH', `${roles}/${helper}`, { permissions: String(permissions) });
    const administrator = { name: 'x', permissions: String(Bits.Administrator) };
    expect(await asked(moderator, 'POST', roles, administrator)).toBe(50_013);
    expect(await grant(Bits.BanMembers)).toBe(50_013);
    expect(await grant(Bits.KickMembers)).toBe(200);
    expect(await asked(owner, 'PATCH', `${roles}/${helper}`, { permissions: String(Bits.BanMembers) })).toBe(
      200,
    );
    expect(await grant(0n)).toBe(50_013);
  });

  test("that isn't below one's own is neither changed nor deleted", async () => {
    const own = `${roles}/${sandbox.roles.moderator}`;
    expect(await asked(moderator, 'PATCH', own, { name: 'Kings' })).toBe(50_013);
    expect(await asked(moderator, 'DELETE', own)).toBe(50_013);
    expect(await asked(owner, 'PATCH', own, { name: 'Moderator' })).toBe(200);
    expect(await asked(moderator, 'DELETE', `${roles}/${sandbox.roles.bot}`)).toBe(50_028);
  });

  test('of two in one position the older one stands above', async () => {
    const younger = (await moderator.fetched<Answer>('POST', roles, { name: 'younger' })).id;
    const { member, newcomer } = sandbox.people;
    for (const [person, role] of [
      [member, helper],
      [newcomer, younger],
    ] as const)
      await owner.fetched('PATCH', `${members}/${person.id}`, { roles: [role] });
    await owner.fetched('PATCH', `${roles}/${helper}`, { permissions: String(Bits.KickMembers) });
    await owner.fetched('PATCH', `${roles}/${younger}`, { permissions: String(Bits.KickMembers) });
    const [above, below] = [await enter(sandbox, 'member'), await enter(sandbox, 'newcomer')];
    expect(await asked(below, 'DELETE', `${members}/${above.id}`)).toBe(50_013);
    expect(await asked(above, 'DELETE', `${members}/${below.id}`)).toBe(204);
    await owner.fetched('PATCH', `${members}/${member.id}`, { roles: [] });
  });

  test("is moved below one's own, and everybody hears of it", async () => {
    const move = (person: SandboxPerson, id: string, position: number) =>
      asked(person, 'PATCH', roles, [{ id, position }]);
    expect(await move(moderator, helper, 3)).toBe(50_013);
    expect(await move(moderator, sandbox.roles.moderator, 0)).toBe(50_013);
    const renumbered = [
      { id: sandbox.roles.moderator, position: 9 },
      { id: helper, position: 8 },
    ];
    expect(await asked(moderator, 'PATCH', roles, renumbered)).toBe(200);
    expect(await move(owner, sandbox.roles.moderator, 2)).toBe(200);
    expect(await move(owner, helper, 3)).toBe(200);
    await moderator.until(
      'GUILD_ROLE_UPDATE',
      ({ role }) => (role as Answer).id === helper && (role as Answer).position === 3,
    );
    expect(await move(owner, '1324000000000009999', 1)).toBe(10_011);
  });
});

test('nobody names or times out who stands as high, and an administrator is never timed out', async () => {
  const edit = (person: SandboxPerson, id: string, body: object) =>
    asked(person, 'PATCH', `${members}/${id}`, body);
  const until = new Date(nowMs + 60_000).toISOString();
  const timeOut = { communication_disabled_until: until };
  for (const id of [owner.id, moderator.id]) expect(await edit(moderator, id, timeOut)).toBe(50_013);
  const chief = await owner.fetched<Answer>('POST', roles, {
    name: 'chief',
    permissions: String(Bits.Administrator),
  });
  const { member } = sandbox.people;
  await owner.fetched('PATCH', `${members}/${member.id}`, { roles: [chief.id] });
  expect(await edit(owner, member.id, timeOut)).toBe(50_013);
  await owner.fetched('PATCH', `${members}/${member.id}`, { roles: [] });
  expect(await edit(moderator, member.id, timeOut)).toBe(200);
  const namer = await owner.fetched<Answer>('POST', roles, {
    name: 'namer',
    permissions: String(Bits.ManageNicknames),
  });
  const { moderator: ranked } = sandbox.roles;
  await owner.fetched('PATCH', `${members}/${moderator.id}`, { roles: [ranked, namer.id] });
  expect(await edit(moderator, owner.id, { nick: 'King' })).toBe(50_013);
  expect(await edit(moderator, member.id, { nick: 'Ann' })).toBe(200);
  await owner.fetched('PATCH', `${members}/${moderator.id}`, { roles: [ranked] });
});

test('a name has 32 characters, a time-out 28 days', async () => {
  const { member } = sandbox.people;
  const problems = async (body: object) =>
    problemsIn(((await owner.rest('PATCH', `${members}/${member.id}`, body)).body as Answer).errors);
  expect(await problems({ nick: 'x'.repeat(33) })).toEqual({ nick: 'BASE_TYPE_MAX_LENGTH' });
  const until = (days: number) => ({
    communication_disabled_until: new Date(nowMs + days * 86_400_000).toISOString(),
  });
  expect(await problems(until(28))).toEqual({});
  expect(await problems(until(28.1))).toEqual({
    communication_disabled_until: 'INVALID_COMMUNICATION_DISABLED_TIMESTAMP',
  });
});

test("a channel's permissions are set as far as one's own go there", async () => {
  const at = `/channels/${sandbox.channels.general}/permissions/${sandbox.people.member.id}`;
  const overwrite = (allow: bigint, deny = 0n) =>
    asked(moderator, 'PUT', at, { type: 1, allow: String(allow), deny: String(deny) });
  expect(await overwrite(Bits.UseSoundboard)).toBe(50_013);
  expect(await overwrite(0n, Bits.UseSoundboard)).toBe(50_013);
  expect(await overwrite(0n, Bits.SendMessages)).toBe(204);
  await owner.fetched('PUT', at, { type: 1, allow: String(Bits.UseSoundboard), deny: '0' });
  expect(await asked(moderator, 'DELETE', at)).toBe(50_013);
  const own = at.replace(sandbox.people.member.id, moderator.id);
  await owner.fetched('PUT', own, { type: 1, allow: String(Bits.ManageRoles), deny: '0' });
  expect(await asked(moderator, 'DELETE', at)).toBe(204);
  await owner.fetched('DELETE', own);
});

test("one's own name is changed at the older address, too", async () => {
  const change = await owner.rest('PATCH', `${members}/@me/nick`, { nick: 'Chief' });
  expect(change).toMatchObject({ status: 200, body: { nick: 'Chief' } });
});

import { CreateRoleRequestSchema, UpdateRoleRequestPartialSchema } from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import { array, boolean, nullish, object, string } from 'zod/mini';
import type { Core } from '../core.ts';
import { refuse } from '../errors.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import type { JsonObject } from '../json.ts';
import { publishMember } from '../members.ts';
import { needInGuild } from '../permissions.ts';
import type { Guild, Role } from '../world/model.ts';
import { memberWire, roleWire } from '../world/wire.ts';

interface RoleBody {
  readonly name?: string | null;
  readonly permissions?: string | number | null;
  readonly color?: number | null;
  readonly hoist?: boolean | null;
  readonly mentionable?: boolean | null;
}

interface MemberBody {
  readonly nick?: string | null;
  readonly roles?: readonly string[] | null;
  readonly communication_disabled_until?: string | null;
}

/** Body of "Modify Guild Member"; the specification inlines it, so it has no schema to import. */
const memberSchema = object({
  nick: nullish(string()),
  roles: nullish(array(string())),
  mute: nullish(boolean()),
  deaf: nullish(boolean()),
  channel_id: nullish(string()),
  communication_disabled_until: nullish(string()),
});

/** Roles of a guild, and which member has which. */
export function roleRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const guildFor = (call: Call, bits: bigint): Guild => {
    const guild = world.guild(call.param('guildId'));
    needInGuild(guild, call.actor.userId, bits);
    return guild;
  };

  routes.get('/guilds/:guildId/roles', (call) => ok([...guildFor(call, 0n).roles.values()].map(roleWire)));
  routes.get('/guilds/:guildId/roles/:roleId', (call) => ok(roleWire(roleIn(guildFor(call, 0n), call))));
  routes.post<RoleBody>('/guilds/:guildId/roles', { schema: CreateRoleRequestSchema }, (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const role: Role = {
      id: world.newId(),
      name: 'new role',
      permissions: guild.roles.get(guild.id)?.permissions ?? 0n,
      color: 0,
      hoist: false,
      mentionable: false,
      position: 1,
    };
    apply(role, call.body);
    guild.roles.set(role.id, role);
    publish(core, guild, 'GUILD_ROLE_CREATE', { role: roleWire(role) });
    return ok(roleWire(role));
  });
  routes.patch<RoleBody>(
    '/guilds/:guildId/roles/:roleId',
    { schema: UpdateRoleRequestPartialSchema },
    (call) => {
      const guild = guildFor(call, Bits.ManageRoles);
      const role = roleIn(guild, call);
      apply(role, call.body);
      publish(core, guild, 'GUILD_ROLE_UPDATE', { role: roleWire(role) });
      return ok(roleWire(role));
    },
  );
  routes.delete('/guilds/:guildId/roles/:roleId', (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const role = roleIn(guild, call);
    if (role.managedBy !== undefined || role.id === guild.id) throw refuse.missingPermissions();
    guild.roles.delete(role.id);
    for (const member of guild.members.values()) member.roles = member.roles.filter((id) => id !== role.id);
    publish(core, guild, 'GUILD_ROLE_DELETE', { role_id: role.id });
    return noContent;
  });

  routes.put('/guilds/:guildId/members/:userId/roles/:roleId', {}, (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const member = world.member(guild.id, call.param('userId'));
    const role = roleIn(guild, call);
    if (!member.roles.includes(role.id)) member.roles = [...member.roles, role.id];
    publishMember(core, guild, member);
    return noContent;
  });
  routes.delete('/guilds/:guildId/members/:userId/roles/:roleId', (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const member = world.member(guild.id, call.param('userId'));
    member.roles = member.roles.filter((id) => id !== call.param('roleId'));
    publishMember(core, guild, member);
    return noContent;
  });
  routes.patch<MemberBody>('/guilds/:guildId/members/:userId', { schema: memberSchema }, (call) => {
    const own = call.param('userId') === '@me' || call.param('userId') === call.actor.userId;
    const { body } = call;
    const guild = guildFor(call, neededFor(body, own));
    const member = world.member(guild.id, own ? call.actor.userId : call.param('userId'));
    if (body.nick !== undefined) member.nick = body.nick;
    if (body.roles) member.roles = body.roles.filter((id) => guild.roles.has(id));
    if (body.communication_disabled_until !== undefined)
      member.timeoutUntil = body.communication_disabled_until;
    publishMember(core, guild, member);
    return ok(memberWire(world, member));
  });
}

function neededFor(body: MemberBody, own: boolean): bigint {
  let bits = 0n;
  if (body.nick !== undefined) bits |= own ? Bits.ChangeNickname : Bits.ManageNicknames;
  if (body.roles) bits |= Bits.ManageRoles;
  if (body.communication_disabled_until !== undefined) bits |= Bits.ModerateMembers;
  return bits;
}

function roleIn(guild: Guild, call: Call): Role {
  const role = guild.roles.get(call.param('roleId'));
  if (!role) throw refuse.unknownRole();
  return role;
}

function apply(role: Role, body: RoleBody): void {
  role.name = body.name ?? role.name;
  role.permissions =
    body.permissions === undefined || body.permissions === null ? role.permissions : BigInt(body.permissions);
  role.color = body.color ?? role.color;
  role.hoist = body.hoist ?? role.hoist;
  role.mentionable = body.mentionable ?? role.mentionable;
}

function publish(core: Core, guild: Guild, name: string, data: JsonObject): void {
  core.hub.publish({
    name,
    intents: GatewayIntentBits.Guilds,
    seenBy: (userId) => guild.members.has(userId),
    data: () => ({ guild_id: guild.id, ...data }),
  });
}

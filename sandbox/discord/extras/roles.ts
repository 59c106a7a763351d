import {
  CreateRoleRequestSchema,
  UpdateRolePositionsRequestSchema,
  UpdateRoleRequestPartialSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import { array } from 'zod/mini';
import type { Core } from '../core.ts';
import { refuse } from '../errors.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import type { JsonObject } from '../json.ts';
import { publishMember } from '../members.ts';
import { needInGuild } from '../permissions.ts';
import { needAbove, needSameAbove, needToEdit, needToGrant } from '../ranks.ts';
import type { Guild, Role } from '../world/model.ts';
import { roleWire } from '../world/wire.ts';

interface RoleBody {
  readonly name?: string | null;
  readonly permissions?: string | number | null;
  readonly color?: number | null;
  readonly hoist?: boolean | null;
  readonly mentionable?: boolean | null;
}

interface RolePlace {
  readonly id?: string | null;
  readonly position?: number | null;
}

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
    needToGrant(guild, call.actor.userId, role.permissions, permissionsAfter(role, call.body));
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
      if (role.id !== guild.id) needToEdit(guild, call.actor.userId, role);
      needToGrant(guild, call.actor.userId, role.permissions, permissionsAfter(role, call.body));
      apply(role, call.body);
      publish(core, guild, 'GUILD_ROLE_UPDATE', { role: roleWire(role) });
      return ok(roleWire(role));
    },
  );
  routes.patch<readonly RolePlace[]>(
    '/guilds/:guildId/roles',
    { schema: array(UpdateRolePositionsRequestSchema) },
    (call) => {
      const guild = guildFor(call, Bits.ManageRoles);
      for (const role of sorted(guild, call.actor.userId, call.body))
        publish(core, guild, 'GUILD_ROLE_UPDATE', { role: roleWire(role) });
      return ok([...guild.roles.values()].map(roleWire));
    },
  );
  routes.delete('/guilds/:guildId/roles/:roleId', (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const role = roleIn(guild, call);
    needAbove(guild, call.actor.userId, role);
    guild.roles.delete(role.id);
    for (const member of guild.members.values()) member.roles = member.roles.filter((id) => id !== role.id);
    publish(core, guild, 'GUILD_ROLE_DELETE', { role_id: role.id });
    return noContent;
  });

  routes.put('/guilds/:guildId/members/:userId/roles/:roleId', {}, (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const member = world.member(guild.id, call.param('userId'));
    const role = roleIn(guild, call);
    needAbove(guild, call.actor.userId, role);
    if (!member.roles.includes(role.id)) member.roles = [...member.roles, role.id];
    publishMember(core, guild, member);
    return noContent;
  });
  routes.delete('/guilds/:guildId/members/:userId/roles/:roleId', (call) => {
    const guild = guildFor(call, Bits.ManageRoles);
    const member = world.member(guild.id, call.param('userId'));
    needAbove(guild, call.actor.userId, roleIn(guild, call));
    member.roles = member.roles.filter((id) => id !== call.param('roleId'));
    publishMember(core, guild, member);
    return noContent;
  });
}

function roleIn(guild: Guild, call: Call): Role {
  const role = guild.roles.get(call.param('roleId'));
  if (!role) throw refuse.unknownRole();
  return role;
}

/** Moves roles. Throws 50013 when that would change anything at or above the user's highest one. Returns those that moved. */
function sorted(guild: Guild, userId: string, places: readonly RolePlace[]): readonly Role[] {
  const moves = new Map<Role, number>();
  for (const { id, position } of places) {
    const role = guild.roles.get(id ?? '');
    if (!role) throw refuse.unknownRole();
    if (typeof position === 'number' && position !== role.position) moves.set(role, position);
  }
  const after = [...guild.roles.values()].map((role) => ({
    ...role,
    position: moves.get(role) ?? role.position,
  }));
  needSameAbove(guild, userId, after);
  for (const [role, position] of moves) role.position = position;
  return [...moves.keys()];
}

function permissionsAfter(role: Role, { permissions }: RoleBody): bigint {
  return permissions === undefined || permissions === null ? role.permissions : BigInt(permissions);
}

function apply(role: Role, body: RoleBody): void {
  role.name = body.name ?? role.name;
  role.permissions = permissionsAfter(role, body);
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

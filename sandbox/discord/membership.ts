import { GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from './core.ts';
import { refuse } from './errors.ts';
import { guildCreateData } from './gateway/ready.ts';
import { isOnShardOf } from './gateway/shards.ts';
import type { Guild, Role } from './world/model.ts';
import { botPermissions } from './world/seed.ts';
import { memberWire, roleWire, userWire } from './world/wire.ts';

/** Leaves a guild and its voice channels, and removes a bot's own role. Everybody concerned is told. */
export function leaveGuild(core: Core, guild: Guild, userId: string): void {
  if (!guild.members.has(userId)) throw refuse.unknownGuild();
  if (guild.ownerId === userId) throw refuse.invalidGuild();
  dropMember(core, guild, userId);
}

/** Deletes a guild with everything in it, and tells its members. */
export function removeGuild(core: Core, guildId: string): void {
  const guild = core.world.guild(guildId);
  const members = [...guild.members.keys()];
  for (const userId of members) core.voice.disconnect(guild.id, userId);
  core.world.removeGuild(guild.id);
  for (const userId of members) core.hub.tell(userId, 'GUILD_DELETE', { id: guild.id });
}

/** Without asking who may: gone from the guild and its voice channels, everybody told. */
export function dropMember(core: Core, guild: Guild, userId: string): void {
  core.voice.disconnect(guild.id, userId);
  guild.members.delete(userId);
  core.hub.tell(userId, 'GUILD_DELETE', { id: guild.id });
  publish(core, guild, 'GUILD_MEMBER_REMOVE', GatewayIntentBits.GuildMembers, {
    user: userWire(core.world.user(userId)),
  });
  for (const role of [...guild.roles.values()].filter(({ managedBy }) => managedBy === userId)) {
    guild.roles.delete(role.id);
    publish(core, guild, 'GUILD_ROLE_DELETE', GatewayIntentBits.Guilds, { role_id: role.id });
  }
}

/** What happens when a moderator uses an invitation: the bot becomes a member, with its own role. */
export function inviteBot(core: Core, guildId: string, botUserId: string): void {
  const { world } = core;
  const guild = world.guild(guildId);
  if (guild.members.has(botUserId)) return;
  const role: Role = {
    id: world.newId(),
    name: world.user(botUserId).username,
    permissions: botPermissions,
    color: 0,
    hoist: false,
    mentionable: false,
    position: 1,
    managedBy: botUserId,
  };
  const member = {
    userId: botUserId,
    nick: null,
    roles: [role.id],
    joinedAt: world.isoNow(),
    timeoutUntil: null,
    mute: false,
    deaf: false,
  };
  guild.roles.set(role.id, role);
  publish(core, guild, 'GUILD_ROLE_CREATE', GatewayIntentBits.Guilds, { role: roleWire(role) });
  guild.members.set(botUserId, member);
  publish(core, guild, 'GUILD_MEMBER_ADD', GatewayIntentBits.GuildMembers, memberWire(world, member));
  for (const session of core.hub.sessionsOf(botUserId))
    if ((session.intents & GatewayIntentBits.Guilds) !== 0 && isOnShardOf(session, guild.id))
      session.dispatch('GUILD_CREATE', guildCreateData(core, session, guild));
}

function publish(core: Core, guild: Guild, name: string, intents: number, data: object): void {
  core.hub.publish({
    name,
    intents,
    seenBy: (userId) => guild.members.has(userId),
    data: () => ({ guild_id: guild.id, ...data }),
  });
}

import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { refuse } from './errors.ts';
import { basePermissions, has, permissionsIn } from './permissions.ts';
import type { Channel, Guild, Overwrite, Role } from './world/model.ts';
import type { World } from './world/world.ts';

/** Throws 50013 for a role that isn't below the highest one of the user, 50028 for one that's managed. */
export function needAbove(guild: Guild, userId: string, role: Role): void {
  if (!isBelow(guild, userId, role)) throw refuse.missingPermissions();
  if (role.managedBy !== undefined || role.id === guild.id) throw refuse.invalidRole();
}

/** Throws 50013 for a role that the user may not change at all. */
export function needToEdit(guild: Guild, userId: string, role: Role): void {
  if (!isBelow(guild, userId, role)) throw refuse.missingPermissions();
}

/** Throws 50013 when with other positions the user's highest role, and what's above it, would stand elsewhere. */
export function needSameAbove(guild: Guild, userId: string, after: readonly Role[]): void {
  const own = highest(guild, userId);
  if (guild.ownerId === userId || !own) return;
  const inOrder = (roles: readonly Role[]) =>
    roles.toSorted((one, other) => (standsAbove(one, other) ? -1 : 1)).map(({ id }) => id);
  const before = inOrder([...guild.roles.values()]);
  const above = before.slice(0, before.indexOf(own.id) + 1);
  if (inOrder(after).slice(0, above.length).join() !== above.join()) throw refuse.missingPermissions();
}

/** Throws 50013 when a role would get or lose what its editor doesn't have. */
export function needToGrant(guild: Guild, userId: string, before: bigint, after: bigint): void {
  if (!has(basePermissions(guild, userId), before ^ after)) throw refuse.missingPermissions();
}

/** The same for an overwrite. Who was let manage the permissions of that very channel may set them all. */
export function needToOverwrite(
  world: World,
  userId: string,
  channel: Channel,
  after: Pick<Overwrite, 'id' | 'allow' | 'deny'>,
): void {
  const before = channel.overwrites.get(after.id);
  const changed = (after.allow ^ (before?.allow ?? 0n)) | (after.deny ^ (before?.deny ?? 0n));
  const roles = world.guilds.get(channel.guildId ?? '')?.members.get(userId)?.roles ?? [];
  const entrusted = [userId, ...roles].some((id) =>
    has(channel.overwrites.get(id)?.allow ?? 0n, Bits.ManageRoles),
  );
  if (!entrusted && !has(permissionsIn(world, userId, channel), changed)) throw refuse.missingPermissions();
}

/** Whether one member may act upon another: the owner may always, and never is acted upon. */
export function outranks(guild: Guild, userId: string, otherId: string): boolean {
  if (guild.ownerId === otherId) return false;
  const [own, other] = [highest(guild, userId), highest(guild, otherId)];
  return guild.ownerId === userId || (own !== undefined && other !== undefined && standsAbove(own, other));
}

export function isBelow(guild: Guild, userId: string, role: Role): boolean {
  const own = highest(guild, userId);
  return guild.ownerId === userId || (own !== undefined && standsAbove(own, role));
}

function highest(guild: Guild, userId: string): Role | undefined {
  const ids = [guild.id, ...(guild.members.get(userId)?.roles ?? [])];
  const roles = ids.flatMap((id) => guild.roles.get(id) ?? []);
  return roles.reduce((best, role) => (standsAbove(role, best) ? role : best));
}

/** "Roles with the same position are sorted by id": the older one stands above. */
function standsAbove(one: Role, other: Role): boolean {
  return one.position === other.position ? BigInt(one.id) < BigInt(other.id) : one.position > other.position;
}

import type { Actor, Permission } from './actor.ts';
import { type Place, sees } from './place.ts';

/**
 * Either one makes a moderator: of the server if it applies there, of one channel if *Manage Messages* applies there.
 */
export const moderatorPermissions = [
  'ManageMessages',
  'ManageGuild',
] as const satisfies readonly Permission[];

/** A moderator of the whole server, by roles, regardless of channel overwrites. */
export function isModerator({ everywhere }: Actor): boolean {
  return moderatorPermissions.some((permission) => everywhere.has(permission));
}

/** A moderator of what's in that channel. They have to see it. */
export function moderates(actor: Actor, place: Place): boolean {
  if (!sees(actor, place)) return false;
  return isModerator(actor) || (actor.within(place.channelId)?.has('ManageMessages') ?? false);
}

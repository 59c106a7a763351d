import type { Actor, Permission } from './actor.ts';
import { type Place, sees } from './place.ts';

/** Either makes a moderator: of the server when it holds there, of one channel when *Manage Messages* holds in that. */
export const moderatorPermissions = [
  'ManageMessages',
  'ManageGuild',
] as const satisfies readonly Permission[];

/** A moderator of the whole server: by roles, whatever a channel adds or takes. */
export function isModerator({ everywhere }: Actor): boolean {
  return moderatorPermissions.some((permission) => everywhere.has(permission));
}

/** A moderator of what lives in that channel. Nobody moderates what they cannot see. */
export function moderates(actor: Actor, place: Place): boolean {
  if (!sees(actor, place)) return false;
  return isModerator(actor) || (actor.within(place.channelId)?.has('ManageMessages') ?? false);
}

import type { Actor } from './actor.ts';

/** A channel or thread of a guild. */
export interface Place {
  readonly guildId: string;
  readonly channelId: string;
}

/** What lives in a channel exists for those who can view it, and for nobody else: moderators are no exception. */
export function sees(actor: Actor, { guildId, channelId }: Place): boolean {
  return guildId === actor.guildId && (actor.within(channelId)?.has('ViewChannel') ?? false);
}

/** Nobody writes where they see nothing. */
export function mayWrite(actor: Actor, place: Place): boolean {
  return sees(actor, place) && (actor.within(place.channelId)?.has('SendMessages') ?? false);
}

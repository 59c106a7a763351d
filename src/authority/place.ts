import type { Actor } from './actor.ts';

/** A channel or thread of a guild. */
export interface Place {
  readonly guildId: string;
  readonly channelId: string;
}

/** Whatever is in a channel only exists for people who can see it, including moderators. */
export function sees(actor: Actor, { guildId, channelId }: Place): boolean {
  return guildId === actor.guildId && (actor.within(channelId)?.has('ViewChannel') ?? false);
}

/** To write in a channel, they have to see it. */
export function mayWrite(actor: Actor, place: Place): boolean {
  return sees(actor, place) && (actor.within(place.channelId)?.has('SendMessages') ?? false);
}

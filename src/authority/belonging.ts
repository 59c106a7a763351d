import type { Actor } from './actor.ts';
import { moderates } from './moderator.ts';
import { sees } from './place.ts';

/** Something a person asked for, and the channels it lives in. */
export interface Belonging {
  readonly guildId: string;
  /** The person who asked for it: it's theirs wherever it lives, even after they lost sight of the channel. */
  readonly ownerId: string;
  /** Where it was asked for. */
  readonly channelId: string;
  /** Where its owner or a moderator brought it, too. */
  readonly broughtTo?: readonly string[] | undefined;
  /** Taken away for good: only its owner still learns that it was there, and moderators what it was. */
  readonly removed?: boolean;
  /** Nothing of it is shown in its channel: it's a matter of its owner and of moderators. */
  readonly withheld?: boolean;
}

/** Does it exist for them? If not, nothing may distinguish it from something that never existed. */
export function existsFor(actor: Actor, thing: Belonging): boolean {
  if (thing.guildId !== actor.guildId) return false;
  if (owns(actor, thing)) return true;
  return thing.removed || thing.withheld
    ? moderates(actor, thing)
    : channelsOf(thing).some((place) => sees(actor, place));
}

/** May they make something of it: show it again, take its words for another? */
export function mayUse(actor: Actor, thing: Belonging): boolean {
  return existsFor(actor, thing) && (!thing.removed || moderates(actor, thing));
}

/** May they decide about it: cancel it, pay for it again, take it away? */
export function mayDecide(actor: Actor, thing: Belonging): boolean {
  return existsFor(actor, thing) && (owns(actor, thing) || moderates(actor, thing));
}

/** May they bring it, or its words, into that channel for everybody there to see? */
export function mayBring(actor: Actor, thing: Belonging, channelId: string): boolean {
  if (!mayUse(actor, thing)) return false;
  return channelsOf(thing).some((place) => place.channelId === channelId) || mayDecide(actor, thing);
}

function owns(actor: Actor, { guildId, ownerId }: Belonging): boolean {
  return guildId === actor.guildId && ownerId === actor.userId;
}

function channelsOf({ guildId, channelId, broughtTo = [] }: Belonging) {
  return [channelId, ...broughtTo].map((each) => ({ guildId, channelId: each }));
}

import type { Actor } from './actor.ts';
import { moderates } from './moderator.ts';
import { sees } from './place.ts';

/** Something that a person asked for, and the channels it's in. */
export interface Belonging {
  readonly guildId: string;
  /** The person who asked for it. It stays theirs, even if they can't see the channel any more. */
  readonly ownerId: string;
  /** Where it was asked for. */
  readonly channelId: string;
  /** Where its owner or a moderator reposted it. */
  readonly broughtTo?: readonly string[] | undefined;
  /** Removed for good: only its owner can still see that it existed, and moderators what it was. */
  readonly removed?: boolean;
  /** Its channel doesn't show any of it: it's only for its owner and moderators. */
  readonly withheld?: boolean;
}

/** Whether it exists for them. If not, it must look exactly like something that never existed. */
export function existsFor(actor: Actor, thing: Belonging): boolean {
  if (thing.guildId !== actor.guildId) return false;
  if (owns(actor, thing)) return true;
  return thing.removed || thing.withheld
    ? moderates(actor, thing)
    : channelsOf(thing).some((place) => sees(actor, place));
}

/** Whether they may use it: show it again, or reuse its words. */
export function mayUse(actor: Actor, thing: Belonging): boolean {
  return existsFor(actor, thing) && (!thing.removed || moderates(actor, thing));
}

/** Whether they may decide about it: cancel it, pay for it again, or remove it. */
export function mayDecide(actor: Actor, thing: Belonging): boolean {
  return existsFor(actor, thing) && (owns(actor, thing) || moderates(actor, thing));
}

/** Whether they may post it, or its words, in that channel for everybody there. */
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

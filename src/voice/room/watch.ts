import { type Clock, Countdown } from '../../operations/clock.ts';
import {
  neededToBeThere,
  type OwnPlace,
  type Presence,
  type VoicePermission,
  type VoicePlace,
} from './presence.ts';
import { type Hush, hushOf } from './transition.ts';
import type { RoomEnd } from './types.ts';

/** What moderators did, or Discord says, that concerns a room. */
export type WatchEvent =
  | { readonly is: 'moved'; readonly channelId: string }
  | { readonly is: 'hush'; readonly hush: Hush }
  /** By the server. */
  | { readonly is: 'deafened'; readonly deafened: boolean }
  | { readonly is: 'end'; readonly end: RoomEnd; readonly lost: readonly VoicePermission[] };

/**
 * Discord reports a deletion or removal after the disconnection it causes, and the voice socket reports separately why
 * it closed: how long to wait for a reason.
 */
const reasonWithinMs = 1_000;

/**
 * Checks what Discord says about a room and acts on it. Each check uses the whole picture, so the order of events
 * doesn't matter. It obeys moderators (spec 6, section 5).
 */
export class RoomWatch {
  readonly #options;
  readonly #alone: Countdown;
  readonly #gone: Countdown;
  #channelId: string;
  /** Where the main gateway shows the bot is still an earlier room's place, which is being left, or an earlier process's. */
  #isOld: boolean;
  /** The main gateway has shown the bot in the channel, and nowhere else since. */
  #seen = false;
  #deafened = false;
  #held: readonly VoicePermission[] = [];

  constructor(
    options: {
      readonly presence: Presence;
      readonly clock: Clock;
      readonly guildId: string;
      /** How long the bot stays if it's alone. */
      readonly aloneMs: number;
      /** The connection is being replaced, so the bot may be in no channel for a moment. */
      readonly between: () => boolean;
      readonly tell: (event: WatchEvent) => void;
    },
    channelId: string,
  ) {
    this.#options = options;
    this.#channelId = channelId;
    this.#alone = new Countdown(options.clock, () => this.#leftAlone());
    this.#gone = new Countdown(options.clock, () => this.#out());
    this.#held = this.#heldNow();
    this.#isOld = options.presence.own(options.guildId).channelId !== undefined;
  }

  /** The room's own join was answered: where the main gateway shows the bot is its place. */
  arrived(): void {
    this.#isOld = false;
    this.look();
  }

  /** The main gateway's new session doesn't have the bot in any channel, which isn't anyone's doing. */
  renew(): void {
    this.#seen = false;
    this.#gone.cancel();
  }

  stop(): void {
    this.#alone.cancel();
    this.#gone.cancel();
  }

  look(): void {
    const { presence, guildId, between } = this.#options;
    if (!presence.hasGuild(guildId)) {
      this.#end('guild-gone');
      return;
    }
    const own = presence.own(guildId);
    if (!between() && !this.#follow(own.channelId)) return;
    const place = presence.place(guildId, this.#channelId);
    if (!place) this.#end('channel-gone');
    else this.#lookAt(place, own);
  }

  #lookAt(place: VoicePlace, own: OwnPlace): void {
    const lost = this.#held.filter((permission) => !place.may(permission));
    if (lost.length > 0) {
      this.#end('not-permitted', lost);
      return;
    }
    this.#held = this.#heldNow();
    if (own.channelId === this.#channelId) {
      this.#options.tell({ is: 'hush', hush: hushOf(own, place) });
      if (own.deafened !== this.#deafened) {
        this.#deafened = own.deafened;
        this.#options.tell({ is: 'deafened', deafened: own.deafened });
      }
    }
    if (place.people.length > 0) this.#alone.cancel();
    else if (!this.#alone.running) this.#alone.start(this.#options.aloneMs);
  }

  /** False: the bot isn't in a channel any more, and the reason is being found out. */
  #follow(own: string | undefined): boolean {
    if (own === undefined) this.#isOld = false;
    else if (own === this.#channelId && !this.#isOld) this.#seen = true;
    if (!this.#seen) return true;
    if (own === undefined) {
      if (!this.#gone.running) this.#gone.start(reasonWithinMs);
      return false;
    }
    this.#gone.cancel();
    if (own !== this.#channelId) {
      this.#channelId = own;
      this.#held = this.#heldNow();
      this.#options.tell({ is: 'moved', channelId: own });
    }
    return true;
  }

  #heldNow(): readonly VoicePermission[] {
    const place = this.#options.presence.place(this.#options.guildId, this.#channelId);
    return neededToBeThere.filter((permission) => place?.may(permission) ?? false);
  }

  #out(): void {
    const { presence, guildId, between } = this.#options;
    // Since then, the voice socket closed with a code that means: join again.
    if (between()) return;
    if (!presence.hasGuild(guildId)) this.#end('guild-gone');
    else this.#end(presence.place(guildId, this.#channelId) ? 'disconnected' : 'channel-gone');
  }

  #leftAlone(): void {
    const { presence, guildId } = this.#options;
    if (presence.place(guildId, this.#channelId)?.people.length === 0) this.#end('alone');
  }

  #end(end: RoomEnd, lost: readonly VoicePermission[] = []): void {
    this.#options.tell({ is: 'end', end, lost });
  }
}

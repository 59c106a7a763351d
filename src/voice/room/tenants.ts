import type { HeardFrame } from '../ears/types.ts';
import type { MouthSeat } from '../mouth/types.ts';
import type { RoomFeature } from './feature.ts';
import type { Answer } from './lease.ts';
import { Lease, type LeaseHost } from './lease.ts';
import type { EnterRequest, NoticePlace, RoomLease, RoomState, VoiceNotice } from './types.ts';

/** A room, as its tenants need it. */
export interface TenantsHost {
  readonly guildId: string;
  readonly state: RoomState;
  /** The current answer for callers who wait to be heard. */
  readonly answer: Answer;
  seat(feature: RoomFeature): MouthSeat;
  touch(): void;
  showStatus(text: string | undefined): Promise<void>;
  /** Nobody is left. Resolves when the room is gone. */
  leave(): Promise<void>;
  tell(event: TenantsEvent): void;
}

export type TenantsEvent =
  /** The people who may be heard changed. */
  | { readonly is: 'hearing'; readonly allowed: ReadonlySet<string> }
  | { readonly is: 'fault'; readonly error: unknown };

/** A room's leases, the most important first, and what they mean together. */
export class Tenants implements LeaseHost {
  readonly #host: TenantsHost;
  #leases: readonly Lease[] = [];

  constructor(host: TenantsHost) {
    this.#host = host;
  }

  get guildId(): string {
    return this.#host.guildId;
  }

  get state(): RoomState {
    return this.#host.state;
  }

  of(feature: RoomFeature): RoomLease | undefined {
    return this.#named(feature);
  }

  /** A feature wants to be here. Resolves when people can hear it. */
  async admit(request: EnterRequest): Promise<RoomLease> {
    const lease = this.#leaseFor(request);
    this.touch();
    try {
      await lease.waiters.wait(request.signal);
      lease.isTaken = true;
      return lease;
    } catch (error) {
      if (this.#isPointless(lease)) void lease.release();
      throw error;
    }
  }

  /** Tells everybody the room's state. */
  follow(): void {
    const { answer, state } = this.#host;
    for (const { waiters } of this.#leases) waiters.settle(answer);
    for (const lease of this.#leases) {
      if (state.is === 'left') lease.end(state.end);
      else lease.tellState();
    }
  }

  hearFrame(frame: HeardFrame): void {
    for (const lease of this.#leases) lease.hearFrame(frame);
  }

  /** Each channel once. If two features share one, the more important one's language is used. */
  places(concerned: (lease: Lease) => boolean = () => true): readonly NoticePlace[] {
    const byChannel = new Map<string, NoticePlace>();
    for (const lease of this.#leases) {
      const { channelId } = lease.notices;
      if (concerned(lease) && !byChannel.has(channelId)) byChannel.set(channelId, lease.notices);
    }
    return [...byChannel.values()];
  }

  /** What people in that channel are told when the room can be heard again. */
  heardAgain(channelId: string): VoiceNotice {
    const leases = this.#leases.filter(({ notices }) => notices.channelId === channelId);
    const missed = leases.filter(({ notices }) => notices.missedWords?.());
    if (missed.length > 0) return 'missed-words';
    return this.goesOn(channelId) ? 'goes-on' : 'heard-again';
  }

  /** Whether something is left to be said for people in that channel. */
  goesOn(channelId: string): boolean {
    return this.#leases
      .filter(({ notices }) => notices.channelId === channelId)
      .some(({ mouth }) => mouth.playing !== undefined || mouth.waiting.length > 0);
  }

  /** Those of features that hear people. */
  get hearingPlaces(): readonly NoticePlace[] {
    return this.places(({ allowed }) => allowed.size > 0);
  }

  /** Channels where everybody concerned is waiting for an answer, which will tell them. */
  get answered(): ReadonlySet<string> {
    const waiting = this.places(({ waiters }) => !waiters.empty);
    const others = new Set(this.places(({ waiters }) => waiters.empty).map(({ channelId }) => channelId));
    return new Set(waiting.map(({ channelId }) => channelId).filter((channelId) => !others.has(channelId)));
  }

  touch(): void {
    this.#host.touch();
  }

  hearingChanged(): void {
    const allowed = new Set(this.#leases.flatMap((lease) => [...lease.allowed]));
    this.#host.tell({ is: 'hearing', allowed });
  }

  async statusChanged(): Promise<void> {
    await this.#host.showStatus(this.#leases.find(({ status }) => status !== undefined)?.status);
  }

  async release(lease: Lease): Promise<void> {
    const stays = this.#leases.some((other) => other !== lease && (other.isTaken || !other.waiters.empty));
    if (!stays || !this.#isHere()) {
      await this.#host.leave();
      return;
    }
    this.#leases = this.#leases.filter((other) => other !== lease);
    lease.end('asked');
    this.hearingChanged();
    await this.statusChanged();
  }

  failed(error: unknown): void {
    this.#host.tell({ is: 'fault', error });
  }

  #leaseFor(request: EnterRequest): Lease {
    const known = this.#named(request.feature);
    if (known) {
      known.notices = request.notices;
      if (request.allowed) known.ears.allow(request.allowed);
      return known;
    }
    const lease = new Lease(this, request, this.#host.seat(request.feature));
    lease.waiters.settle(this.#host.answer);
    const at = this.#leases.findIndex(({ feature }) => feature.rank < lease.feature.rank);
    this.#leases = this.#leases.toSpliced(at < 0 ? this.#leases.length : at, 0, lease);
    this.hearingChanged();
    return lease;
  }

  #named({ name }: RoomFeature): Lease | undefined {
    return this.#leases.find(({ feature }) => feature.name === name);
  }

  /**
   * Nobody knows about it or waits for it any more. If it's the only one in a room that was joined, it stays for a
   * while, because a moderator may let the bot speak.
   */
  #isPointless({ isTaken, waiters }: Lease): boolean {
    if (isTaken || !waiters.empty || !this.#isHere()) return false;
    return this.state.is === 'joining' || this.#leases.length > 1;
  }

  #isHere(): boolean {
    return this.state.is !== 'leaving' && this.state.is !== 'left';
  }
}

import type { HeardFrame } from '../ears/types.ts';
import type { RoomFeature } from './feature.ts';
import type { Lease } from './lease.ts';
import type { NoticePlace } from './types.ts';

/** The leases of one room, the most important first, and what follows from all of them together. */
export class Tenants {
  #leases: readonly Lease[] = [];

  get all(): readonly Lease[] {
    return this.#leases;
  }

  of(feature: RoomFeature): Lease | undefined {
    return this.#leases.find((lease) => lease.feature.name === feature.name);
  }

  add(lease: Lease): void {
    const at = this.#leases.findIndex(({ feature }) => feature.rank < lease.feature.rank);
    this.#leases = this.#leases.toSpliced(at < 0 ? this.#leases.length : at, 0, lease);
  }

  remove(lease: Lease): void {
    this.#leases = this.#leases.filter((each) => each !== lease);
  }

  /** Everybody who agreed to be heard by at least one feature. */
  get allowed(): ReadonlySet<string> {
    return new Set(this.#leases.flatMap(({ allowed }) => [...allowed]));
  }

  get status(): string | undefined {
    return this.#leases.find(({ status }) => status !== undefined)?.status;
  }

  hear(frame: HeardFrame): void {
    for (const lease of this.#leases) lease.hear(frame);
  }

  /** Each channel once; where two features share one, in the language of the more important. */
  places(concerned: (lease: Lease) => boolean = () => true): readonly NoticePlace[] {
    const byChannel = new Map<string, NoticePlace>();
    for (const lease of this.#leases) {
      const { channelId } = lease.notices;
      if (concerned(lease) && !byChannel.has(channelId)) byChannel.set(channelId, lease.notices);
    }
    return [...byChannel.values()];
  }

  /** Channels in which everybody concerned waits for an answer, and is told by it. */
  get answered(): ReadonlySet<string> {
    const waiting = this.places(({ waiters }) => !waiters.empty);
    const others = new Set(this.places(({ waiters }) => waiters.empty).map(({ channelId }) => channelId));
    return new Set(waiting.map(({ channelId }) => channelId).filter((channelId) => !others.has(channelId)));
  }
}

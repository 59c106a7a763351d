import { BoundedMap } from '../operations/bounded-map.ts';
import type { Clock } from '../operations/clock.ts';

/**
 * Between two writes into a channel: Discord takes five in five seconds, by when they reach it. At exactly one a second, the sixth came too
 * soon whenever the first had travelled longer.
 */
const betweenMs = 1_050;
const mostChannels = 1_000;

/**
 * Messages that change while people watch and stand in the same channel share its one write a second. The first one to ask
 * writes first.
 */
export class ChannelPace {
  readonly #clock: Clock;
  /** The last turn that was given away in each channel. */
  readonly #turns = new BoundedMap<string, number>(mostChannels);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From when on nobody has a turn there. */
  freeAt(channelId: string): number {
    return (this.#turns.get(channelId) ?? Number.NEGATIVE_INFINITY) + betweenMs;
  }

  /** The next moment to write there; nobody else gets it. */
  takeTurn(channelId: string): number {
    const last = this.#turns.get(channelId) ?? Number.NEGATIVE_INFINITY;
    const atMs = Math.max(this.#clock.now(), last + betweenMs);
    this.#turns.set(channelId, atMs);
    return atMs;
  }
}

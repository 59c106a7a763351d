import type { Clock } from '../operations/clock.ts';
import { SpacedTurns } from '../operations/rate-limits.ts';

/**
 * Between two writes into a channel: Discord takes five in five seconds, by when they reach it. At exactly one a second, the sixth came too
 * soon whenever the first had travelled longer.
 */
const betweenMs = 1_050;
const mostChannels = 1_000;

/** Messages that change while people watch and stand in the same channel share its one write a second. */
export class ChannelPace extends SpacedTurns {
  constructor(clock: Clock) {
    super(clock, betweenMs, mostChannels);
  }
}

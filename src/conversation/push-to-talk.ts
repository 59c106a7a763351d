import type { EndpointingSettings } from '../call/hearing/endpointing.ts';

/** The person who holds the floor decides when their turn is over; only the longest turn ends it otherwise. */
export function heldEndpointing(settings: EndpointingSettings): EndpointingSettings {
  const { longestTurnMs } = settings;
  return {
    ...settings,
    mode: 'manual',
    pauseMs: longestTurnMs,
    shortestPauseMs: longestTurnMs,
    longestPauseMs: longestTurnMs,
  };
}

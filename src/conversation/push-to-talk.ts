import type { EndpointingSettings } from '../call/hearing/endpointing.ts';

/** The person with the floor decides when their turn is over; otherwise only the longest turn ends it. */
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

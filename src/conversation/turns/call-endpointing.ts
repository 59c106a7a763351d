import type { EndpointingSettings } from '../../call/hearing/endpointing.ts';
import type { CallSettings } from '../call-types.ts';

/** How much silence a service may need that judges by what was said whether a person has finished. */
const judgingMs = 6_000;

/**
 * How turns end in a call. What a person chose decides: the floor's holder with push-to-talk, the service with `semantic`, the
 * chosen silence otherwise; the learnt pause only refines the operator's default.
 */
export function callEndpointing(
  { turns, silenceMs }: Pick<CallSettings, 'turns' | 'silenceMs'>,
  usual: EndpointingSettings,
): EndpointingSettings {
  const given = { ...usual, silenceMs: silenceMs ?? usual.silenceMs };
  const fixed = (pauseMs: number) => ({ pauseMs, shortestPauseMs: pauseMs, longestPauseMs: pauseMs });
  // Only the longest turn ends it otherwise.
  if (turns === 'push-to-talk') return { ...given, mode: 'manual', ...fixed(usual.longestTurnMs) };
  // By hand, nobody but the bot can end a turn.
  if (turns === 'semantic' && usual.mode !== 'manual')
    return { ...given, mode: 'paced', extraSilenceMs: Math.max(usual.extraSilenceMs, judgingMs) };
  return silenceMs === undefined ? given : { ...given, ...fixed(silenceMs) };
}

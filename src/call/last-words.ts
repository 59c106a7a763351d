import { type Clock, withTimeout } from '../operations/clock.ts';
import type { CallWork } from './call-work.ts';
import type { CallEnd } from './types.ts';

/** How long last words may take: as long as the service allows. */
const mostMs = 20_000;
/** After these ends, nobody waits for last words. */
const atOnce: ReadonlySet<CallEnd> = new Set(['shutting-down', 'service']);

/** Whether anything may still come of what was said. */
export function hasLastWords(work: CallWork, end: CallEnd): boolean {
  return work.finish !== undefined && !atOnce.has(end);
}

export async function lastWords(work: CallWork, clock: Clock): Promise<void> {
  if (work.finish) await withTimeout(work.finish(), mostMs, clock);
}

import type { OwnPlace, VoicePlace } from './presence.ts';
import type { Hush } from './transition.ts';

/** What keeps the bot from being heard where it is, as Discord says. */
export function hushOf(own: OwnPlace, place: VoicePlace): Hush {
  if (own.muted) return { is: 'muted' };
  if (place.kind === 'stage')
    return own.suppressed ? { is: 'suppressed', handRaised: own.handRaised } : { is: 'none' };
  return own.suppressed || !place.may('Speak') ? { is: 'muted' } : { is: 'none' };
}

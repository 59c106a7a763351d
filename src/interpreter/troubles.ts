import type { RealtimeTrouble } from '../service/realtime/error-class.ts';
import type { ResponseEnd } from '../service/realtime/response-end.ts';
import type { InterpreterTrouble } from './types.ts';

/** What won't get better in this call. */
export const lastingTroubles: ReadonlySet<InterpreterTrouble> = new Set([
  'target-without-voice',
  'voice-replaced',
]);

/** What of the service's troubles people are told; undefined for those that mend themselves. */
export function sessionTrouble(trouble: RealtimeTrouble): InterpreterTrouble | undefined {
  switch (trouble.is) {
    case 'our-request':
      return 'refused-request';
    case 'voice-unknown':
      return 'voice-replaced';
    case 'passing':
      return 'busy';
    default:
      return undefined;
  }
}

export function translationTrouble(end: ResponseEnd): InterpreterTrouble | undefined {
  if (end === 'completed') return undefined;
  return end === 'silent' ? 'no-translation' : 'translation-failed';
}

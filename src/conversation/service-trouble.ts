import type { ResponseEnd } from '../service/realtime/conversation/conversation-types.ts';
import type { RealtimeTrouble } from '../service/realtime/error-class.ts';
import type { CallTrouble } from './call-types.ts';

/** What of the service's troubles people are told; undefined for those that mend themselves. */
export function shownTrouble(trouble: RealtimeTrouble): CallTrouble | undefined {
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

export function answerTrouble(end: ResponseEnd): CallTrouble | undefined {
  if (end === 'failed') return 'answer-failed';
  return end === 'silent' ? 'no-answer' : undefined;
}

/** Of what the model doesn't do: it won't get better in this call. */
export const lastingTroubles: ReadonlySet<CallTrouble> = new Set([
  'tools-dropped',
  'search-dropped',
  'voice-replaced',
  'detection-replaced',
]);

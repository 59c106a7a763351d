import type { ResponseEnd } from '../service/realtime/conversation/conversation-types.ts';
import type { CallTrouble } from './call-types.ts';

export function answerTrouble(end: ResponseEnd): CallTrouble | undefined {
  if (end === 'failed') return 'answer-failed';
  return end === 'silent' ? 'no-answer' : undefined;
}

/** Things the model doesn't do. That won't change during this call. */
export const lastingTroubles: ReadonlySet<CallTrouble> = new Set([
  'tools-dropped',
  'search-dropped',
  'voice-replaced',
  'detection-replaced',
]);

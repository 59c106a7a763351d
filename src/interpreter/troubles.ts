import type { ResponseEnd } from '../service/realtime/response-end.ts';
import type { InterpreterTrouble } from './types.ts';

/** Troubles that last for the whole call. */
export const lastingTroubles: ReadonlySet<InterpreterTrouble> = new Set([
  'target-without-voice',
  'voice-replaced',
]);

export function translationTrouble(end: ResponseEnd): InterpreterTrouble | undefined {
  if (end === 'completed') return undefined;
  return end === 'silent' ? 'no-translation' : 'translation-failed';
}

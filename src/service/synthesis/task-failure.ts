import { regionHint, shortened } from '../answer.ts';
import { faultOfCode } from '../error-codes.ts';
import { ServiceError, type ServiceFault } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';

/** What the words of a `task-failed` say more clearly than its code (field notes 2). The first match wins. */
const knownMessages: readonly {
  readonly words: RegExp;
  readonly fault: ServiceFault;
  readonly code: string;
}[] = [
  { words: /error code:?\s*418\b/i, fault: 'invalid-request', code: 'VoiceDoesNotFitModel' },
  { words: /request voice is invalid/i, fault: 'invalid-request', code: 'VoiceUnknown' },
  { words: /error code:?\s*428\b/i, fault: 'invalid-request', code: 'InstructionNotAccepted' },
  { words: /timeout after \d+ seconds/i, fault: 'timeout', code: 'TextIntervalExceeded' },
];

/** Faults with which a task is refused before anything is made. */
const refusals: ReadonlySet<ServiceFault> = new Set([
  'invalid-request',
  'moderation',
  'credentials',
  'access',
  'arrears',
  'not-found',
  'throttled',
]);

/** A `task-failed` event as an error; the socket is dead afterwards (field notes 2). */
export function taskFailure(
  failed: { readonly code: string; readonly message: string },
  facts: { readonly profile: ServiceProfile; readonly anythingHeard: boolean },
): ServiceError {
  const said = `error code: ${failed.code}. ${failed.message}`;
  const known = knownMessages.find(({ words }) => words.test(said));
  const fault = known?.fault ?? faultOfCode(failed.code || undefined);
  return new ServiceError({
    fault,
    code: known?.code ?? (failed.code || 'TaskFailed'),
    nothingHappened: refusals.has(fault) && !facts.anythingHeard,
    ...(failed.message ? { providerMessage: shortened(failed.message) } : {}),
    ...(fault === 'credentials' ? { hint: regionHint(facts.profile) } : {}),
  });
}

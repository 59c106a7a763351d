import { regionHint, shortened } from './answer.ts';
import { ServiceError, type ServiceFault } from './errors.ts';
import type { ServiceProfile } from './profile.ts';

/** Words in the reason of a close 1007 that make it fatal (field notes 1). The first match wins. */
const fatalReasons: readonly {
  readonly words: RegExp;
  readonly fault: ServiceFault;
  readonly code: string;
}[] = [
  { words: /arrear|overdue|insufficient balance/i, fault: 'arrears', code: 'Arrearage' },
  { words: /api.?key|invalid key|unauthori[sz]ed/i, fault: 'credentials', code: 'InvalidApiKey' },
  { words: /access|denied|permission|forbidden/i, fault: 'access', code: 'AccessDenied' },
  { words: /free.?tier|quota/i, fault: 'arrears', code: 'AllocationQuota.FreeTierOnly' },
  {
    words: /(unknown|invalid|unsupported) model|model.{0,40}not.{0,3}(found|exist|supported)|no such model/i,
    fault: 'not-found',
    code: 'ModelNotFound',
  },
];

const otherCodes: Readonly<Record<number, ServiceFault>> = {
  1002: 'malformed',
  1003: 'invalid-request',
  1007: 'invalid-request',
  1008: 'access',
  1009: 'invalid-request',
  1011: 'server',
  1012: 'server',
  1013: 'throttled',
};

/**
 * What a closed connection means. Trying again doesn't help after a 1007 that names the model or access. 1011 is
 * temporary, and a connection that just ends was lost (field notes 1 and 3).
 */
export function closeError(closeCode: number, reason: string, profile: ServiceProfile): ServiceError {
  const fatal = closeCode === 1007 ? fatalReasons.find(({ words }) => words.test(reason)) : undefined;
  const fault = fatal?.fault ?? otherCodes[closeCode] ?? 'unreachable';
  return new ServiceError({
    fault,
    code: fatal?.code ?? (fault === 'unreachable' ? 'ConnectionLost' : `Closed${closeCode}`),
    nothingHappened: false,
    providerMessage: reason ? shortened(reason) : undefined,
    hint: fault === 'credentials' ? regionHint(profile) : `closed with ${closeCode}`,
  });
}

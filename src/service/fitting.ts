import { ServiceError } from './errors.ts';

/**
 * Refuses what the service would refuse or quietly change.
 * @param broken the documents' rules that a request breaks
 * @throws ServiceError that names them
 */
export function assertFitting(broken: readonly { readonly field: string; readonly rule: string }[]): void {
  if (broken.length === 0) return;
  throw new ServiceError({
    fault: 'invalid-request',
    code: 'RequestBreaksRules',
    nothingHappened: true,
    hint: broken.map(({ field, rule }) => `${field} ${rule}`).join(', '),
  });
}

import type { ServiceFault } from './errors.ts';
import { setUpProblem } from './set-up-problem.ts';

/** `InvalidFile.*` stands for every code that begins with `InvalidFile.`. */
interface CodeRule {
  readonly code: string;
  readonly fault: ServiceFault;
}

/** The table of field notes 5, with `InvalidApiKey` and `InvalidParameter` of document 1. The first match wins. */
const codeRules: readonly CodeRule[] = [
  { code: 'InvalidApiKey', fault: 'credentials' },
  { code: 'DataInspectionFailed*', fault: 'moderation' },
  { code: 'InvalidURL*', fault: 'invalid-media' },
  { code: 'InvalidFile*', fault: 'invalid-media' },
  { code: 'InvalidParameter*', fault: 'invalid-request' },
  { code: 'BadRequest*', fault: 'invalid-request' },
  { code: 'UnsupportedOperation', fault: 'too-late' },
  { code: 'Arrearage', fault: 'arrears' },
  { code: 'PrepaidBillOverdue', fault: 'arrears' },
  { code: 'PostpaidBillOverdue', fault: 'arrears' },
  { code: 'CommodityNotPurchased', fault: 'arrears' },
  { code: 'AllocationQuota.FreeTierOnly', fault: 'arrears' },
  { code: 'AccessDenied*', fault: 'access' },
  { code: 'Model.AccessDenied', fault: 'access' },
  { code: 'Forbidden*', fault: 'access' },
  { code: 'ModelNotFound', fault: 'not-found' },
  { code: 'WorkSpaceNotFound', fault: 'not-found' },
  { code: 'Throttling*', fault: 'throttled' },
  { code: 'RequestTimeOut', fault: 'timeout' },
  { code: 'InternalError*', fault: 'server' },
  { code: 'SystemError', fault: 'server' },
  { code: 'ModelUnavailable', fault: 'server' },
];

/**
 * What helps after a failure. `again`: trying again, sooner or later. `other-words`, `other-settings`, `other-files`:
 * the person changes their request. `operator`: only the bot's owner can fix it.
 */
export type Remedy = 'again' | 'other-words' | 'other-settings' | 'other-files' | 'operator';

const remedies: Readonly<Record<ServiceFault, Remedy>> = {
  'invalid-request': 'other-settings',
  moderation: 'other-words',
  'invalid-media': 'other-files',
  credentials: 'operator',
  clock: 'operator',
  access: 'operator',
  arrears: 'operator',
  'not-found': 'operator',
  region: 'operator',
  'too-late': 'again',
  throttled: 'again',
  server: 'again',
  timeout: 'again',
  unreachable: 'again',
  malformed: 'again',
  aborted: 'again',
};

/** What an HTTP status says if the code is unknown or missing. */
const statusFaults: Readonly<Record<number, ServiceFault>> = {
  400: 'invalid-request',
  401: 'credentials',
  403: 'access',
  404: 'not-found',
  408: 'timeout',
  429: 'throttled',
  504: 'timeout',
};

function knownFault(code: string): ServiceFault | undefined {
  const rule = codeRules.find((each) =>
    each.code.endsWith('*') ? code.startsWith(each.code.slice(0, -1)) : code === each.code,
  );
  return rule?.fault;
}

/**
 * The family of a service code, from an error body or from `output.code` of a FAILED task. `server` if there's no code,
 * or an undocumented one.
 */
export function faultOfCode(code: string | undefined): ServiceFault {
  return (code ? knownFault(code) : undefined) ?? 'server';
}

/** The family of an error answer, by its code, or by its HTTP status if the code is unknown. */
export function faultOfAnswer(status: number, code: string | undefined): ServiceFault {
  const known = code ? knownFault(code) : undefined;
  return known ?? statusFaults[status] ?? (status >= 500 ? 'server' : 'invalid-request');
}

/** What helps after a failure with this family and code. For undocumented codes, the family decides. */
export function remedyOf(fault: ServiceFault, code?: string): Remedy {
  if (code && setUpProblem(fault, code, undefined)) return 'operator';
  return remedies[fault];
}

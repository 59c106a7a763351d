import { faultOfAnswer } from '../error-codes.ts';
import type { ServiceFault } from '../errors.ts';
import { withoutIndex } from '../set-up-problem.ts';

/** The service refuses the signature's time, so the clock is wrong, not the key. */
const clockCodes =
  /^(InvalidTimeStamp|IllegalTimestamp|InvalidTimestamp|SignatureExpired|RequestTimeTooSkewed|Timestamp|ExpiredTimestamp)/i;

/** Codes of the gateway in front of the operations. Document 3 doesn't list them all. The first match wins. */
const codeFaults: readonly (readonly [RegExp, ServiceFault])[] = [
  [clockCodes, 'clock'],
  // The next attempt uses a new nonce.
  [/^SignatureNonceUsed/i, 'server'],
  [/^(SignatureDoesNotMatch|IncompleteSignature|InvalidSignature)/i, 'credentials'],
  [
    /^(InvalidAccessKey|InvalidApiKey|InvalidSecurityToken|MissingSecurityToken|InvalidCredential|Unauthori[sz]ed)/i,
    'credentials',
  ],
  [/^(Forbidden|NoPermission|AccessDenied|NotAuthori[sz]ed|NoWorkspacePermission)/i, 'access'],
  [/^(Throttling|TooManyRequests|FlowLimit|RequestLimit)/i, 'throttled'],
  [/(NotExists?|NotFound|NoSuch)/i, 'not-found'],
  [/^(Invalid|Missing|Illegal)/i, 'invalid-request'],
  [/^(InternalError|SystemError|ServiceUnavailable|Unavailable)/i, 'server'],
  [/(Timeout|TimedOut)$/i, 'timeout'],
];

/** The family of a refused call, by its code, then by its HTTP status. */
export function faultOfKnowledge(status: number, code: string | undefined): ServiceFault {
  const bare = code && withoutIndex(code);
  const known = bare ? codeFaults.find(([pattern]) => pattern.test(bare)) : undefined;
  if (known) return known[1];
  // It's a failure with HTTP 200, so only the code says why.
  return faultOfAnswer(status < 400 ? 500 : status, bare);
}

/** If the clocks differ by more than this, the service refuses the signature. */
export const longestSkewMs = 10 * 60_000;

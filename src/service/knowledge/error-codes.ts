import { faultOfAnswer } from '../error-codes.ts';
import type { ServiceFault } from '../errors.ts';
import { withoutIndex } from '../set-up-problem.ts';

/** The signature's time is refused: a wrong clock, not a wrong key. */
const clockCodes =
  /^(InvalidTimeStamp|IllegalTimestamp|InvalidTimestamp|SignatureExpired|RequestTimeTooSkewed|Timestamp|ExpiredTimestamp)/i;

/** Codes of the gateway in front of the operations. Document 3 leaves their list open; the first match wins. */
const codeFaults: readonly (readonly [RegExp, ServiceFault])[] = [
  [clockCodes, 'clock'],
  // The next attempt has a nonce of its own.
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

/** The family of a refused call: its code decides, then its HTTP status. */
export function faultOfKnowledge(status: number, code: string | undefined): ServiceFault {
  const bare = code && withoutIndex(code);
  const known = bare ? codeFaults.find(([pattern]) => pattern.test(bare)) : undefined;
  if (known) return known[1];
  // Success is false with HTTP 200: the code is all there is.
  return faultOfAnswer(status < 400 ? 500 : status, bare);
}

/** When clocks are this far apart, the time alone gets a signature refused. */
export const longestSkewMs = 10 * 60_000;

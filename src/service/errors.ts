/** What went wrong at the service, as a family that callers and words can branch on. */
export type ServiceFault =
  | 'invalid-request'
  | 'moderation'
  | 'invalid-media'
  | 'credentials'
  /** This machine's clock is wrong, so that signed calls are refused. */
  | 'clock'
  | 'access'
  | 'arrears'
  | 'not-found'
  | 'too-late'
  | 'throttled'
  | 'server'
  | 'timeout'
  | 'unreachable'
  | 'malformed'
  | 'region'
  | 'aborted';

export interface ServiceErrorFacts {
  readonly fault: ServiceFault;
  /** The service's own code (`InvalidParameter`), or ours for faults that never reached it. */
  readonly code: string;
  readonly status?: number;
  readonly requestId?: string;
  /** The service's own words: for the log, never for a person. */
  readonly providerMessage?: string;
  /** True only when the service surely did nothing: refused before a call, refused by an answer, or never reached. */
  readonly nothingHappened: boolean;
  readonly retryAfterMs?: number;
  /** What the operator should look at, for the log: never a secret, never the service's own words. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** 404 codes that say that the deployment is set up wrongly, not that a task is gone (field notes 5). */
const setUpWrongly: ReadonlySet<string> = new Set(['ModelNotFound', 'WorkSpaceNotFound']);

/** The one error of the service edge. Identity is `fault` and `code`; each feature says it in its own words. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly fault: ServiceFault;
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly providerMessage: string | undefined;
  readonly nothingHappened: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(facts: ServiceErrorFacts) {
    const place = `${facts.code}${facts.status ? `, HTTP ${facts.status}` : ''}`;
    super(`service ${facts.fault} (${place})${facts.hint ? `: ${facts.hint}` : ''}`, { cause: facts.cause });
    this.fault = facts.fault;
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.providerMessage = facts.providerMessage;
    this.nothingHappened = facts.nothingHappened;
    this.retryAfterMs = facts.retryAfterMs;
  }

  /** May an idempotent call (query, list, cancel) be made again? A creation never is, save for throttling. */
  get retryable(): boolean {
    return (
      this.fault === 'throttled' ||
      this.fault === 'server' ||
      this.fault === 'timeout' ||
      this.fault === 'unreachable' ||
      this.fault === 'malformed'
    );
  }

  /** The account was throttled and nothing was made: the only failure after which a creation may be repeated. */
  get creationMayRepeat(): boolean {
    return this.fault === 'throttled' && this.nothingHappened;
  }

  /** Only the operator can mend it: key, access, money, or a model or workspace that does not exist. */
  get needsOperator(): boolean {
    return (
      this.fault === 'credentials' ||
      this.fault === 'clock' ||
      this.fault === 'access' ||
      this.fault === 'arrears' ||
      (this.fault === 'not-found' && setUpWrongly.has(this.code))
    );
  }
}

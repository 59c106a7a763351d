import { type ServiceArea, type SetUpProblem, setUpProblem, whereToLook } from './set-up-problem.ts';

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
  readonly area?: ServiceArea;
  readonly cause?: unknown;
}

/** The one error of the service edge. Identity is `fault` and `code`; each feature says it in its own words. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly fault: ServiceFault;
  readonly code: string;
  /** What of the set-up is wrong, where the service says so. */
  readonly problem: SetUpProblem | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly providerMessage: string | undefined;
  readonly nothingHappened: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(facts: ServiceErrorFacts) {
    const place = `${facts.code}${facts.status ? `, HTTP ${facts.status}` : ''}`;
    const problem = setUpProblem(facts.fault, facts.code, facts.area);
    const hint = facts.hint ?? (problem && whereToLook[problem]);
    super(`service ${facts.fault} (${place})${hint ? `: ${hint}` : ''}`, { cause: facts.cause });
    this.fault = facts.fault;
    this.code = facts.code;
    this.problem = problem;
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

  /** Only the operator can mend it: key, access, money, address, or a model, workspace or voice that does not exist. */
  get needsOperator(): boolean {
    return (
      this.fault === 'credentials' ||
      this.fault === 'clock' ||
      this.fault === 'access' ||
      this.fault === 'arrears' ||
      this.problem !== undefined
    );
  }
}

/** How loudly the log says it: what only the operator can mend is an error. */
export function severityOf(error: unknown): 'warn' | 'error' {
  return error instanceof ServiceError && error.needsOperator ? 'error' : 'warn';
}

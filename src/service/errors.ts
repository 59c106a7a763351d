import { type ServiceArea, type SetUpProblem, setUpProblem, whereToLook } from './set-up-problem.ts';

/** What went wrong at the service, as a family for code and words to branch on. */
export type ServiceFault =
  | 'invalid-request'
  | 'moderation'
  | 'invalid-media'
  | 'credentials'
  /** This machine's clock is wrong, so the service refuses signed calls. */
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
  /** The service's own code (`InvalidParameter`), or ours if the fault never reached it. */
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** The service's own words, for the log only. People never see them. */
  readonly providerMessage?: string | undefined;
  /** True only if the service definitely did nothing: refused before the call or by its answer, or never reached. */
  readonly nothingHappened: boolean;
  readonly retryAfterMs?: number | undefined;
  /** What the bot's owner should check, for the log. Never a secret or the service's own words. */
  readonly hint?: string | undefined;
  readonly area?: ServiceArea;
  readonly cause?: unknown;
}

/** The service's only error. Code branches on `fault` and `code`; each feature has its own words for it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly fault: ServiceFault;
  readonly code: string;
  /** What's wrong with the set-up, if the service says so. */
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

  /** Whether an idempotent call (query, list, cancel) may be repeated. A creation may not, unless it was throttled. */
  get retryable(): boolean {
    return (
      this.fault === 'throttled' ||
      this.fault === 'server' ||
      this.fault === 'timeout' ||
      this.fault === 'unreachable' ||
      this.fault === 'malformed'
    );
  }

  /** The account was throttled and nothing was made. A creation may be repeated after no other failure. */
  get creationMayRepeat(): boolean {
    return this.fault === 'throttled' && this.nothingHappened;
  }

  /**
   * Only the bot's owner can fix it: key, access, money, address, or a model, workspace or voice that doesn't exist.
   */
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

/** The log level: an error if only the bot's owner can fix it. */
export function severityOf(error: unknown): 'warn' | 'error' {
  return error instanceof ServiceError && error.needsOperator ? 'error' : 'warn';
}

/** A rule of the documents that a request breaks. */
export interface BrokenRule {
  readonly field: string;
  readonly rule: string;
}

/** Names what the service would refuse or quietly change. */
export function unfitting(broken: readonly BrokenRule[]): ServiceError {
  return new ServiceError({
    fault: 'invalid-request',
    code: 'RequestBreaksRules',
    nothingHappened: true,
    hint: broken.map(({ field, rule }) => `${field} ${rule}`).join(', '),
  });
}

import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { measures } from '../operations/measures.ts';
import { faultOfAnswer } from './error-codes.ts';
import { ServiceError } from './errors.ts';
import { type ExchangeAnswer, ExchangeFailure } from './exchange.ts';
import type { ServiceProfile } from './profile.ts';
import { retryAfterMs } from './retry-after.ts';
import { redirectedCode } from './set-up-problem.ts';
import { wireText } from './wire-limits.ts';

const longestMessageCharacters = 1_000;
const errorBody = z.object({
  code: z.string().max(200).optional().catch(undefined),
  message: wireText(longestMessageCharacters).optional().catch(undefined),
});
const safeId = z.string().regex(/^[\w.:-]{1,128}$/);

/** Does a call to the service, and tells how long that took and how it ended. */
export async function measuredCall<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  let failure: { readonly fault: string; readonly code: string } | undefined;
  try {
    return await work();
  } catch (error) {
    failure = error instanceof ServiceError ? error : { fault: 'unexpected', code: 'Unexpected' };
    measures.serviceFailure.tell({ call, fault: failure.fault });
    throw error;
  } finally {
    measures.serviceCall.tell({ call, tookMs: performance.now() - since, failure });
  }
}

/**
 * The error for an answer without a result, to a call or a WebSocket upgrade: HTTP 400 and above, a redirect, or
 * `isRefusal`.
 */
export function refusedAnswer(answer: ExchangeAnswer, profile: ServiceProfile, now: number): ServiceError {
  const { status } = answer;
  if (isRedirect(status)) return redirected(answer, profile.baseUrl);
  const json = parseJson(answer.text);
  const requestId = requestIdOf(json, answer.headers, profile.headerPrefix);
  const parsed = errorBody.safeParse(json);
  const code = parsed.data?.code || undefined;
  const fault = faultOfAnswer(status, code);
  if (!code && fault === 'invalid-request') return malformed(`Http${status}`, { status, requestId });
  return new ServiceError({
    fault,
    code: code ?? `Http${status}`,
    status,
    // If the service fails or reports a time-out itself, it may have begun the work.
    nothingHappened: status < 500 && fault !== 'timeout' && !(status < 300 && fault === 'server'),
    requestId,
    providerMessage: parsed.data?.message,
    retryAfterMs: retryAfterMs(answer.headers['retry-after'], now),
    hint: fault === 'credentials' ? regionHint(profile) : undefined,
  });
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Redirects aren't followed, because the key would be sent along. Only a 303 can mean that the work was done. */
export function redirected({ status, headers }: ExchangeAnswer, base: string): ServiceError {
  const given = headers.location ?? '';
  const place = URL.canParse(given, base) ? new URL(given, base) : undefined;
  const to = given && place ? `${place.origin}${place.pathname}`.slice(0, 300) : 'somewhere else';
  return new ServiceError({
    fault: 'unreachable',
    code: redirectedCode,
    status,
    nothingHappened: status !== 303,
    hint: `${new URL(base).origin} redirects to ${to}; set the address that answers directly`,
  });
}

/** HTTP 200 with only `code` and `message` is a refusal, too. */
export function isRefusal(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || 'output' in json || 'data' in json) return false;
  const { data } = errorBody.safeParse(json);
  return Boolean(data?.code) && !wellSaid.test(data?.code ?? '');
}

const wellSaid = /^(0|200|ok|success)$/i;

/** A key for another region looks like a wrong one (field notes 1). */
export function regionHint(profile: ServiceProfile): string {
  return `keys are bound to a region, is this one of ${profile.region}?`;
}

/** The service's own words, short enough for a log. */
export function shortened(message: string): string {
  return message.slice(0, longestMessageCharacters);
}

/** The service answered, but not in a way we understand, so it may have acted. */
export function malformed(
  code: string,
  facts: { readonly status?: number; readonly requestId?: string | undefined; readonly cause?: unknown } = {},
): ServiceError {
  return new ServiceError({ fault: 'malformed', code, nothingHappened: false, ...facts });
}

/** Why a request got no answer. @param asked the caller's signal */
export function unanswered(failure: unknown, asked: AbortSignal | undefined): ServiceError {
  if (!(failure instanceof ExchangeFailure))
    return new ServiceError({
      fault: 'unreachable',
      code: 'RequestNotSent',
      nothingHappened: true,
      cause: failure,
    });
  const { end, sent, cause } = failure;
  if (end === 'too-large') return malformed('AnswerTooLarge', { cause });
  const facts = { nothingHappened: !sent, cause };
  if (end === 'signal' && asked?.aborted)
    return new ServiceError({ fault: 'aborted', code: 'AbortedByCaller', ...facts });
  const hint = causeCodeOf(cause);
  if (end === 'signal' || hint === 'UND_ERR_HEADERS_TIMEOUT' || hint === 'UND_ERR_BODY_TIMEOUT')
    return new ServiceError({ fault: 'timeout', code: 'NoAnswerInTime', ...facts });
  const code = sent ? 'ConnectionLost' : 'ConnectionFailed';
  return new ServiceError({ fault: 'unreachable', code, hint, ...facts });
}

/** The code of a system error: `ECONNREFUSED`, `WS_ERR_…`. */
export function causeCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * How many texts, lists and objects an answer may have, keys included: ten times as many as the largest real one. V8
 * takes too long with half a megabyte of nothing but keys.
 */
const mostParts = 50_000;

/** Undefined if it isn't JSON, or has more parts than any real answer. */
export function parseJson(text: string): unknown {
  if (hasMoreParts(text, mostParts)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasMoreParts(text: string, most: number): boolean {
  let parts = 0;
  for (let at = 0; at < text.length && parts <= most; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote || character === bracket || character === brace) parts += 1;
  }
  return parts > most;
}

const quote = 0x22;
const bracket = 0x5b;
const brace = 0x7b;

/** The service's id for a call, from the answer's body or headers. */
export function requestIdOf(
  json: unknown,
  headers: IncomingHttpHeaders,
  headerPrefix: string,
): string | undefined {
  const inBody = z.object({ request_id: safeId }).safeParse(json);
  if (inBody.success) return inBody.data.request_id;
  for (const name of ['x-request-id', `${headerPrefix}request-id`.toLowerCase()]) {
    const inHeader = safeId.safeParse(headers[name]);
    if (inHeader.success) return inHeader.data;
  }
  return undefined;
}

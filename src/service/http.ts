import type { Agent } from 'undici';
import type { z } from 'zod';
import { outgoingAgent } from '../operations/way-out.ts';
import {
  isRefusal,
  malformed,
  measuredCall,
  parseJson,
  refusedAnswer,
  requestIdOf,
  unanswered,
} from './answer.ts';
import { type ExchangeAnswer, exchange } from './exchange.ts';
import type { ServiceProfile } from './profile.ts';

interface ServiceCall {
  readonly method: 'GET' | 'POST';
  /** Appended to the base address. Starts with a slash and is already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The service's own headers without their prefix: `{ Async: 'enable' }`. */
  readonly serviceHeaders?: Readonly<Record<string, string>>;
  /**
   * The call must not be made twice, so it gets its own connection: if the service closes a pooled one at that moment,
   * we can't know whether the call was made.
   */
  readonly once?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A successful answer that matches the schema. */
interface ServiceAnswer<Body> {
  readonly body: Body;
  readonly requestId: string | undefined;
}

export interface ServiceHttpOptions {
  readonly profile: ServiceProfile;
  readonly now?: () => number;
  /** Makes the signal that ends a slow call. */
  readonly deadline?: (timeoutMs: number) => AbortSignal;
  readonly maxAnswerBytes?: number;
}

/** Five times a list of 100 videos. */
const defaultMaxAnswerBytes = 256 * 1024;

/**
 * The only HTTP client for the service: headers, time-outs, size cap, request id, and every failure as a `ServiceError`
 * (field notes 1 and 5). One call is one request, with no retries or redirects.
 */
export class ServiceHttp {
  readonly profile: ServiceProfile;
  readonly #now: () => number;
  readonly #deadline: (timeoutMs: number) => AbortSignal;
  readonly #maxAnswerBytes: number;
  readonly #pooled: Agent;
  readonly #single: Agent;

  constructor(options: ServiceHttpOptions) {
    this.profile = options.profile;
    this.#now = options.now ?? Date.now;
    this.#deadline = options.deadline ?? AbortSignal.timeout;
    this.#maxAnswerBytes = options.maxAnswerBytes ?? defaultMaxAnswerBytes;
    const timeouts = {
      connectTimeoutMs: this.profile.timeoutMs,
      headersTimeout: this.profile.timeoutMs,
      bodyTimeout: this.profile.timeoutMs,
    };
    this.#pooled = outgoingAgent(timeouts);
    this.#single = outgoingAgent({ ...timeouts, pipelining: 0 });
  }

  /** @throws ServiceError */
  async call<Body>(call: ServiceCall, schema: z.ZodType<Body>): Promise<ServiceAnswer<Body>> {
    return await measuredCall(nameOf(call), async () => await this.#call(call, schema));
  }

  async #call<Body>(call: ServiceCall, schema: z.ZodType<Body>): Promise<ServiceAnswer<Body>> {
    const deadline = this.#deadline(this.profile.timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    let answer: ExchangeAnswer;
    try {
      answer = await exchange(call.once ? this.#single : this.#pooled, {
        method: call.method,
        url: this.#address(call),
        headers: this.#headers(call),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        maxAnswerBytes: this.#maxAnswerBytes,
        signal,
      });
    } catch (failure) {
      throw unanswered(failure, call.signal);
    }
    return this.#read(answer, schema);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pooled.destroy(), this.#single.destroy()]);
  }

  #address(call: ServiceCall): URL {
    const url = new URL(`${this.profile.baseUrl}${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    return url;
  }

  #headers(call: ServiceCall): Record<string, string> {
    const { apiKey, headerPrefix, workspaceId } = this.profile;
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${apiKey.reveal()}`,
    };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (workspaceId) headers[`${headerPrefix}WorkSpace`] = workspaceId;
    for (const [name, value] of Object.entries(call.serviceHeaders ?? {})) {
      headers[`${headerPrefix}${name}`] = value;
    }
    return headers;
  }

  #read<Body>(answer: ExchangeAnswer, schema: z.ZodType<Body>): ServiceAnswer<Body> {
    const json = parseJson(answer.text);
    const requestId = requestIdOf(json, answer.headers, this.profile.headerPrefix);
    if (answer.status >= 300 || isRefusal(json)) throw refusedAnswer(answer, this.profile, this.#now());
    const parsed = answer.status >= 200 && answer.status < 300 ? schema.safeParse(json) : undefined;
    if (parsed?.success) return { body: parsed.data, requestId };
    throw malformed('UnreadableAnswer', { status: answer.status, requestId, cause: parsed?.error });
  }
}

/** What was called, without ids: `POST tasks cancel`. */
function nameOf({ method, path }: ServiceCall): string {
  const words = path.split('/').filter((part) => /^[a-z-]+$/.test(part) && part !== 'api');
  return [method, ...words.slice(-2)].join(' ');
}

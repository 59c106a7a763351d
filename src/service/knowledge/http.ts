import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { type Clock, Countdown } from '../../operations/clock.ts';
import { outgoingAgent } from '../../operations/way-out.ts';
import {
  isRedirect,
  malformed,
  measuredCall,
  parseJson,
  redirected,
  shortened,
  unanswered,
} from '../answer.ts';
import { ServiceError } from '../errors.ts';
import { type ExchangeAnswer, exchange } from '../exchange.ts';
import { retryAfterMs } from '../retry-after.ts';
import type { CallGate } from './client.ts';
import { faultOfKnowledge, longestSkewMs } from './error-codes.ts';
import { canonicalQuery, encoded, type Signer } from './signer.ts';
import { inOneManner, type WireAnswer, wireAnswer } from './wire.ts';

interface KnowledgeCall {
  /** Parts of the path, before encoding. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly action: string;
  readonly version: string;
  readonly timeoutMs: number;
  readonly repeats?: CallGate | undefined;
  readonly signal?: AbortSignal | undefined;
}

const retries = 3;
const firstPauseMs = 500;
const longestPauseMs = 8_000;
/** Enough for the three longest passages, fully escaped and sent twice. */
const maxAnswerBytes = 512 * 1024;

/**
 * Calls of document 3: all parameters in the query, an empty body (field notes 6). The operations are idempotent, so
 * temporary failures are retried with back-off. If the service refuses the time, the call is signed once more with the
 * service's own.
 */
export class KnowledgeHttp {
  readonly #parts;
  readonly #base: URL;
  /** The base address's path, decoded. */
  readonly #basePath: string;
  readonly #agent = outgoingAgent({ connectTimeoutMs: 15_000, headersTimeout: 70_000, bodyTimeout: 70_000 });
  /** How far the service's clock is ahead of ours. Measured only once it matters. */
  #skewMs = 0;

  constructor(parts: {
    readonly baseUrl: string;
    readonly signer: Signer;
    readonly clock: Clock;
    readonly log: Logger;
    readonly random?: () => number;
  }) {
    this.#parts = parts;
    this.#base = new URL(parts.baseUrl);
    this.#basePath = decodeURIComponent(this.#base.pathname).replace(/\/+$/, '');
  }

  /** @throws ServiceError */
  async call(call: KnowledgeCall): Promise<WireAnswer> {
    const { log, random = Math.random } = this.#parts;
    let skewTold = false;
    let isRepeat = false;
    for (let failures = 0; ; ) {
      try {
        if (isRepeat) await call.repeats?.take(call.signal).catch(rethrowAborted);
        return await this.#once(call);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        isRepeat = true;
        if (error.fault === 'clock' && !skewTold && this.#skewMs !== 0) {
          skewTold = true;
          log.warn(
            { skewMs: this.#skewMs },
            "this machine's clock is off, so calls are signed with the service's time",
          );
          continue;
        }
        // A call that has waited this long isn't repeated.
        const ownTimeout = error.code === 'NoAnswerInTime';
        if (!error.retryable || error.needsOperator || ownTimeout || failures >= retries) throw error;
        const backOffMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + random() / 2);
        failures += 1;
        log.debug({ err: error, attempt: failures }, 'retrying a call to the knowledge base');
        const waitMs = Math.max(backOffMs, error.retryAfterMs ?? 0);
        await this.#parts.clock.sleep(waitMs, call.signal).catch(rethrowAborted);
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #once(call: KnowledgeCall): Promise<WireAnswer> {
    return await measuredCall(`knowledge ${call.action}`, async () => await this.#exchange(call));
  }

  async #exchange(call: KnowledgeCall): Promise<WireAnswer> {
    const skewMs = this.#skewMs;
    const deadline = new AbortController();
    const countdown = new Countdown(this.#parts.clock, () => deadline.abort());
    countdown.start(call.timeoutMs);
    try {
      const signal = call.signal ? AbortSignal.any([call.signal, deadline.signal]) : deadline.signal;
      const answer = await exchange(this.#agent, { ...this.#request(call), maxAnswerBytes, signal });
      return this.#read(answer, skewMs);
    } catch (failure) {
      throw failure instanceof ServiceError ? failure : unanswered(failure, call.signal);
    } finally {
      countdown.cancel();
    }
  }

  #request(call: KnowledgeCall) {
    const { clock, signer } = this.#parts;
    const path = [this.#basePath, ...call.path].join('/');
    const query = canonicalQuery(call.query);
    const signed = signer({
      host: this.#base.host,
      path,
      query: call.query,
      action: call.action,
      version: call.version,
      now: clock.now() + this.#skewMs,
    });
    const pathname = path.split('/').map(encoded).join('/');
    return {
      method: 'POST' as const,
      url: new URL(`${this.#base.origin}${pathname}?${query}`),
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...signed },
      body: '',
    };
  }

  /** `Success` and the HTTP status decide; `Code` and `Message` can be there even if it went well (field notes 6). */
  #read(answer: ExchangeAnswer, signedSkewMs: number): WireAnswer {
    if (isRedirect(answer.status)) throw redirected(answer, this.#parts.baseUrl);
    const parsed = wireAnswer.safeParse(inOneManner(parseJson(answer.text)));
    const body = parsed.success ? parsed.data : undefined;
    const went =
      answer.status >= 200 && answer.status < 300 && body && (body.Success ?? body.Data !== undefined);
    if (body && went) return body;
    if (!body && answer.status < 400) throw malformed('UnreadableAnswer', { status: answer.status });
    throw this.#refused(answer, body, signedSkewMs);
  }

  /** @param signedSkewMs the clock difference that the call was signed with */
  #refused(answer: ExchangeAnswer, body: WireAnswer | undefined, signedSkewMs: number): ServiceError {
    const status = answer.status < 400 && body?.Status && body.Status >= 400 ? body.Status : answer.status;
    const code = body?.Code;
    const fault = faultOfKnowledge(status, code);
    const skewMs = this.#skewBy(answer.headers);
    // If a gateway checks the signature first, it calls a wrong time a wrong signature.
    const tooFarOff = Math.abs(skewMs - signedSkewMs) > longestSkewMs;
    const ofTime = fault === 'clock' || (fault === 'credentials' && tooFarOff);
    if (ofTime) this.#skewMs = skewMs;
    return new ServiceError({
      fault: ofTime ? 'clock' : fault,
      code: code ?? `Http${status}`,
      status,
      area: 'knowledge',
      nothingHappened: status < 500,
      requestId: body?.RequestId,
      // The answer to a refused signature quotes what was signed, including what people typed.
      providerMessage: body?.Message && !/signature/i.test(code ?? '') ? shortened(body.Message) : undefined,
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], this.#parts.clock.now()),
      hint: ofTime
        ? `this machine's clock is ${Math.round(-skewMs / 1000)} s ahead of the service's`
        : undefined,
    });
  }

  /** How far the service's clock is ahead, by its `Date` header, or our last estimate. */
  #skewBy(headers: IncomingHttpHeaders): number {
    const date = Date.parse(headers.date ?? '');
    return Number.isFinite(date) ? date - this.#parts.clock.now() : this.#skewMs;
  }
}

function rethrowAborted(cause: unknown): never {
  throw new ServiceError({ fault: 'aborted', code: 'AbortedByCaller', nothingHappened: true, cause });
}

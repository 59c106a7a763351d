import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type ExchangeEnd = 'signal' | 'too-large' | 'network';

/** The request got no answer. `sent` says whether any of it may have reached the service. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';
  readonly end: ExchangeEnd;
  readonly sent: boolean;

  constructor(end: ExchangeEnd, sent: boolean, cause?: unknown) {
    super(`no answer (${end})`, { cause });
    this.end = end;
    this.sent = sent;
  }
}

/**
 * Makes one request and reads the whole answer, without following redirects. Rejects with an `ExchangeFailure` that
 * knows whether a connected socket got the request: the difference between "definitely nothing happened" and "maybe". A
 * request that's given up before that is never sent.
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    const handler = new CollectingHandler(request, resolve, reject);
    if (handler.over) return;
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
      },
      handler,
    );
  });
}

class CollectingHandler implements Dispatcher.DispatchHandler {
  over = false;
  #sent = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #bytes = 0;
  readonly #chunks: Buffer[] = [];
  readonly #request: ExchangeRequest;
  readonly #resolve: (answer: ExchangeAnswer) => void;
  readonly #reject: (failure: ExchangeFailure) => void;

  constructor(
    request: ExchangeRequest,
    resolve: (answer: ExchangeAnswer) => void,
    reject: (failure: ExchangeFailure) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    if (request.signal.aborted) this.#onAbort();
    else request.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.over) {
      controller.abort(new Error('given up before it was sent'));
      return;
    }
    this.#sent = true;
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#request.maxAnswerBytes) this.#fail('too-large');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#finish()) return;
    const text = Buffer.concat(this.#chunks).toString('utf8');
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail('network', error);
  }

  readonly #onAbort = (): void => {
    this.#fail('signal', this.#request.signal.reason);
  };

  #fail(end: ExchangeEnd, cause?: unknown): void {
    if (!this.#finish()) return;
    this.#reject(new ExchangeFailure(end, this.#sent, cause));
    this.#controller?.abort(new Error(`exchange ended: ${end}`));
  }

  #finish(): boolean {
    if (this.over) return false;
    this.over = true;
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

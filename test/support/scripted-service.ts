import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PlainAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when it is text or bytes, else as JSON. */
  readonly body?: unknown;
}

/** A plain answer, or whatever the function does with the response. */
export type ScriptedAnswer = PlainAnswer | ((response: ServerResponse, request: HeardRequest) => void);

/** A real HTTP server on 127.0.0.1 that answers what it was told, in order, and remembers what it heard. */
export class ScriptedService implements AsyncDisposable {
  readonly heard: HeardRequest[] = [];
  readonly #script: ScriptedAnswer[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #always: ScriptedAnswer | undefined;

  static async start(): Promise<ScriptedService> {
    const service = new ScriptedService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next unanswered request gets this. */
  answer(...answers: readonly ScriptedAnswer[]): this {
    this.#script.push(...answers);
    return this;
  }

  /** What every request gets that has no answer of its own. */
  always(answer: ScriptedAnswer): this {
    this.#always = answer;
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', this.url);
    const heard: HeardRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.heard.push(heard);
    const answer = this.#script.shift() ?? this.#always ?? { status: 599, body: 'nothing was scripted' };
    if (typeof answer === 'function') answer(response, heard);
    else send(response, answer);
  }
}

function send(response: ServerResponse, answer: PlainAnswer): void {
  const raw = typeof answer.body === 'string' || answer.body instanceof Uint8Array;
  response.writeHead(answer.status ?? 200, {
    'content-type': raw ? 'text/html' : 'application/json',
    ...answer.headers,
  });
  response.end(raw ? answer.body : JSON.stringify(answer.body ?? {}));
}

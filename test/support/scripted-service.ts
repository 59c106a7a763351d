import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach } from 'vitest';

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
    await service.#listen();
    return service;
  }

  /** For a file of tests: it listens before each of them, and knows nothing of the one before. */
  static forEachTest(): ScriptedService {
    const service = new ScriptedService();
    beforeEach(async () => {
      for (const list of [service.heard, service.#script]) list.length = 0;
      service.#always = undefined;
      await service.#listen();
      return async () => await service[Symbol.asyncDispose]();
    });
    return service;
  }

  /** An address at which nobody listens. */
  static async addressOfNobody(): Promise<string> {
    await using gone = await ScriptedService.start();
    return gone.url;
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
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

/** Says how large it is, and comes no further. */
export const announced =
  (bytes: number): ScriptedAnswer =>
  (response) => {
    response.writeHead(200, { 'content-length': String(bytes) }).flushHeaders();
  };

/** More and more, for as long as anybody takes it. */
export const endless: ScriptedAnswer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on('drain', more);
  more();
};

function send(response: ServerResponse, answer: PlainAnswer): void {
  const raw = typeof answer.body === 'string' || answer.body instanceof Uint8Array;
  response.writeHead(answer.status ?? 200, {
    'content-type': raw ? 'text/html' : 'application/json',
    ...answer.headers,
  });
  response.end(raw ? answer.body : JSON.stringify(answer.body ?? {}));
}

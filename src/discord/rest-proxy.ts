import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { proxyRequests } from '@discordjs/proxy';
// Its errors are told from others by their class, and discord.js has a copy of its own.
import { REST, RESTEvents, type RESTOptions } from '@discordjs/rest';
import type { Logger } from 'pino';
import { discordsOwnAnswers, requestsToDiscord } from './requests.ts';

/** Discord takes 25 MB without a boost, and 100 MB of files at most in a server. */
const largestBodyBytes = 110 * 1024 * 1024;
/** Callers give up by themselves, after 15 s, and ask again. */
const answerWithinMs = 15 * 60_000;
const apiPath = /^\/api\/v10\//;

/**
 * One place through which several processes of the bot call Discord, so that its 50 requests a second and the limits of
 * its buckets hold over all of them. It keeps no token: each caller sends its own.
 */
export class RestProxy {
  readonly #parts;
  readonly #server: Server;
  readonly #waiting = new Set<ServerResponse>();
  readonly #forward: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  constructor(parts: {
    /** Discord's, without the version. */
    readonly apiUrl: string;
    readonly host: string;
    /** 0 takes any free one. */
    readonly port: number;
    readonly log: Logger;
    readonly makeRequest?: RESTOptions['makeRequest'];
  }) {
    this.#parts = parts;
    const { apiUrl, log, makeRequest = toDiscord(log) } = parts;
    const rest = new REST({
      api: apiUrl,
      version: '10',
      userAgentAppendix: 'Emcee',
      // A failed request is repeated by who made it: nobody else knows whether it still matters.
      retries: 0,
      timeout: answerWithinMs,
      invalidRequestWarningInterval: 100,
      makeRequest: answeredAlways(repeatableBodies(makeRequest), log),
    });
    rest.on(RESTEvents.RateLimited, ({ method, route, timeToReset, global, scope }) => {
      log.debug({ method, route, timeToResetMs: timeToReset, global, scope }, 'waits for a rate limit');
    });
    const forward = proxyRequests(rest);
    this.#forward = async (request, response) => await forward(request, response);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        log.error({ err: error, method: request.method }, "couldn't pass a request on to Discord");
        response.destroy();
      });
    });
    this.#server.requestTimeout = answerWithinMs;
  }

  /** Undefined while it isn't listening. */
  get port(): number | undefined {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === 'object' && address ? address.port : undefined;
  }

  /** How many requests have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws if the address is taken or isn't this machine's */
  async open(): Promise<void> {
    const { host, port, log } = this.#parts;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#server.on('error', (error) => log.warn({ err: error }, "error of the server for Discord's API"));
  }

  /** Whatever waits is cut off: its callers ask again. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path === '/healthz') respond(response, 200, { healthy: true, waiting: this.waiting });
    else if (!apiPath.test(path))
      respond(response, 404, { message: "only Discord's API v10 is here", code: 0 });
    else if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes)
      respond(response, 413, { message: 'larger than anything that Discord takes', code: 0 });
    else await this.#pass(request, response);
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#waiting.add(response);
    response.once('close', () => this.#waiting.delete(response));
    // What ends without Discord's answer isn't a success.
    response.statusCode = 502;
    await this.#forward(request, response);
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}

type MakeRequest = RESTOptions['makeRequest'];
type RequestInit = Parameters<MakeRequest>[1];

function toDiscord(log: Logger): MakeRequest {
  return discordsOwnAnswers(requestsToDiscord(), {
    onForeign: (facts) => log.error(facts, "something that isn't Discord is answering for it"),
    onLimited: (facts) => log.warn(facts, 'Discord asked us to slow down (429)'),
    onTokenRefused: () => log.error("Discord doesn't take a caller's token"),
  });
}

/**
 * A body that streams in can be sent once only; after a 429 the same request is sent again, whole. What has none says nothing
 * about its type: `@discordjs/proxy` 2.1.1 sends `Content-Type: undefined` then, and who holds requests to that refuses them.
 */
function repeatableBodies(makeRequest: MakeRequest): MakeRequest {
  const read = new WeakMap<Readable, Promise<Buffer>>();
  return async (url, init) => {
    const { body } = init;
    if (!(body instanceof Readable)) return await makeRequest(url, withoutBody(init));
    // The caller gave up while this waited for its turn, and may have asked again.
    if (body instanceof IncomingMessage && body.socket.destroyed) return new Response(null, { status: 504 });
    const bytes = read.get(body) ?? bytesOf(body);
    read.set(body, bytes);
    const whole = await bytes;
    return await makeRequest(url, whole.length > 0 ? { ...init, body: whole } : withoutBody(init));
  };
}

function withoutBody(init: RequestInit): RequestInit {
  const { 'Content-Type': _, ...headers } = init.headers as Readonly<Record<string, string>>;
  return { ...init, headers, body: null };
}

async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > largestBodyBytes) throw new RangeError('larger than anything that Discord takes');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `@discordjs/proxy` answers 200 with nothing if a request fails without an answer: 502 says what happened. */
function answeredAlways(makeRequest: MakeRequest, log: Logger): MakeRequest {
  return async (url, init) => {
    try {
      return await makeRequest(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      log.warn({ err: error, method: init.method }, 'a request to Discord had no answer');
      return new Response(null, { status: 502 });
    }
  };
}

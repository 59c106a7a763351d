import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/**
 * For programs that watch over the bot: `/healthz` (the process answers), `/readyz` (it can do its work) and `/metrics`. If its port is
 * taken, the bot works without it.
 */
export class HealthServer {
  readonly #parts;
  readonly #server: Server;

  constructor(parts: {
    readonly host: string;
    /** 0 takes any free one. */
    readonly port: number;
    readonly metrics: Pick<Metrics, 'contentType' | 'read'>;
    /** What has to be right for the bot to do its work, by name. */
    readonly checks: () => Readonly<Record<string, boolean>>;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#server = createServer(({ method, url }, response) => {
      this.#answer(method === 'GET' || method === 'HEAD' ? url?.split('?', 1)[0] : undefined, response).catch(
        (error: unknown) => {
          parts.log.warn({ err: error }, "couldn't answer a question about the bot's health");
          response.destroy();
        },
      );
    });
    this.#server.requestTimeout = 5_000;
    this.#server.maxConnections = 50;
  }

  /** Undefined while it isn't listening. */
  get port(): number | undefined {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === 'object' && address ? address.port : undefined;
  }

  async open(): Promise<void> {
    const { host, port, log } = this.#parts;
    try {
      this.#server.listen(port, host);
      await once(this.#server, 'listening');
      this.#server.on('error', (error) => log.warn({ err: error }, 'health server error'));
    } catch (error) {
      log.warn({ err: error, host, port }, "can't answer questions about health here: see HEALTH_LISTEN");
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(path: string | undefined, response: ServerResponse): Promise<void> {
    const { metrics, checks } = this.#parts;
    response.setHeader('cache-control', 'no-store');
    if (path === '/healthz') respond(response, 200, { healthy: true });
    else if (path === '/readyz') {
      const found = checks();
      const ready = Object.values(found).every(Boolean);
      respond(response, ready ? 200 : 503, { ready, ...found });
    } else if (path === '/metrics') {
      const text = await metrics.read();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } else respond(response, 404, { paths: ['/healthz', '/readyz', '/metrics'] });
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}

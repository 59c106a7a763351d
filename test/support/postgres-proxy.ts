import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
type Refused = { readonly code: string };

export const proxyPassword = 'only-the-store-knows';

/** A network between the bot and PostgreSQL, which can be cut, be held up, or lose one message. */
export class PostgresProxy {
  readonly #server: Server;
  readonly #target: string;
  readonly #schema: string;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isCut = false;
  #isHeld = false;
  #slowMs = 0;
  /** What clients said, after the start of each connection. */
  #said = 0;
  #fault: { readonly at: number; readonly when: 'before' | 'after' | Refused } | undefined;

  private constructor(server: Server, target: string, schema: string) {
    this.#server = server;
    this.#target = target;
    this.#schema = schema;
  }

  /** In front of a store's address, for one test. */
  static async open(url: string): Promise<PostgresProxy> {
    const proxy = await PostgresProxy.start(url);
    onTestFinished(async () => await proxy[Symbol.asyncDispose]());
    return proxy;
  }

  static async start(url: string): Promise<PostgresProxy> {
    const { searchParams } = new URL(url);
    const target = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
    const server = createServer();
    const proxy = new PostgresProxy(server, target, searchParams.get('schema') ?? 'emcee');
    server.on('connection', (client) => proxy.#join(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `postgres://emcee:${proxyPassword}@127.0.0.1:${port}/postgres?schema=${this.#schema}`;
  }

  /** How many messages were sent since it was last asked to lose one. */
  get said(): number {
    return this.#said;
  }

  /** Every connection ends, and no other begins. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Clients lose their connections, and the database isn't told: its ends stay open. */
  loseClients(): void {
    for (const [client] of this.#pairs) client.removeAllListeners('close').destroy();
  }

  mend(): void {
    this.#isCut = false;
    this.#isHeld = false;
    for (const [client, server] of this.#pairs) {
      client.resume();
      server.resume();
    }
  }

  /** Nothing goes through, and nobody is told. */
  hold(): void {
    this.#isHeld = true;
    for (const [client, server] of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  /** Whatever clients say arrives that much later; 0: at once. */
  slow(ms: number): void {
    this.#slowMs = ms;
  }

  /** The connection is lost at that message: before the database has it, or before its answer arrives. */
  loseAt(at: number, when: 'before' | 'after'): void {
    this.#said = 0;
    this.#fault = { at, when };
  }

  /** That message isn't done: the database answers with an error, and ends the connection if it's about to go away (class 57P). */
  refuseAt(at: number, code: string): void {
    this.#said = 0;
    this.#fault = { at, when: { code } };
  }

  #join(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    const server = createConnection(this.#target);
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    let isStarted = false;
    let losesAnswer = false;
    let said = Promise.resolve();
    client.on('data', (bytes) => {
      if (!isStarted) {
        isStarted = true;
        server.write(bytes);
        return;
      }
      this.#said += 1;
      const fault = this.#fault?.at === this.#said ? this.#fault.when : undefined;
      if (fault === 'before') return end();
      if (typeof fault === 'object') return refuse(client, fault.code, end);
      losesAnswer ||= fault === 'after';
      const waitMs = this.#slowMs;
      // What's said later never overtakes.
      said = said.then(async () => {
        if (waitMs > 0) await sleep(waitMs);
        server.write(bytes);
      });
    });
    server.on('data', (bytes) => {
      if (losesAnswer) end();
      else client.write(bytes);
    });
    if (this.#isHeld) {
      client.pause();
      server.pause();
    }
  }
}

/** https://www.postgresql.org/docs/15/protocol-message-formats.html: ErrorResponse, and ReadyForQuery unless it's over. */
function refuse(client: Socket, code: string, end: () => void): void {
  const isOver = code.startsWith('57P');
  const fields = [`S${isOver ? 'FATAL' : 'ERROR'}`, `C${code}`, 'Mrefused by the test', ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  client.write(Buffer.concat([head, body]));
  if (isOver) client.end(end);
  else client.write(Buffer.from('Z\0\0\0\x05I', 'latin1'));
}

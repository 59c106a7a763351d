import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { generate } from 'selfsigned';

/** A host of the outside world, which has no other way to it than the proxy. */
export interface OutsideHost {
  /** As in `service.test`. */
  readonly name: string;
  /** What answers in its name: `http://127.0.0.1:port`. */
  readonly leadsTo: string;
}

/**
 * A proxy on 127.0.0.1 that only knows CONNECT, and hosts behind it that speak TLS. Their names resolve nowhere, so whoever
 * gets an answer went through it. Addresses in the answers are those of the outside.
 */
export class ConnectProxy implements AsyncDisposable {
  /** What it was asked for, as `host:port`. */
  readonly asked: string[] = [];
  /** Certificate of the hosts behind it, PEM. */
  readonly certificate: string;
  readonly #hosts: OutsideHost[] = [];
  readonly #server = createServer();
  readonly #outside;
  readonly #sockets = new Set<Duplex>();
  #permission: string | undefined;

  private constructor(certificate: string, key: string) {
    this.certificate = certificate;
    this.#outside = createSecureServer({ cert: certificate, key });
    this.#outside.on(
      'request',
      (asked, answer) => void this.#pass(asked, answer).catch(() => answer.destroy()),
    );
    this.#outside.on('upgrade', (asked: IncomingMessage, socket, head) => this.#join(asked, socket, head));
    this.#server.on('connect', (asked: IncomingMessage, socket, head) => this.#tunnel(asked, socket, head));
  }

  static async start(names: readonly string[]): Promise<ConnectProxy> {
    const altNames = names.map((value) =>
      /^[\d.]+$/.test(value) ? { type: 7 as const, ip: value } : { type: 2 as const, value },
    );
    const made = await generate([{ name: 'commonName', value: 'outside' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', digitalSignature: true, keyCertSign: true },
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames },
      ],
    });
    const proxy = new ConnectProxy(made.cert, made.private);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  leadTo(...hosts: readonly OutsideHost[]): void {
    this.#hosts.push(...hosts);
  }

  /** From now on, only with this. */
  ask(user: string, password: string): void {
    this.#permission = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#outside.closeAllConnections();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #tunnel(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#keep(socket);
    const authority = asked.url ?? '';
    this.asked.push(authority);
    if (this.#permission && asked.headers['proxy-authorization'] !== this.#permission) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    if (!authority.endsWith(':443')) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    this.#outside.emit('connection', socket);
  }

  #hostOf({ headers }: IncomingMessage): OutsideHost | undefined {
    return this.#hosts.find(({ name }) => name === headers.host);
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const host = this.#hostOf(asked);
    if (!host) {
      answer.writeHead(502).end();
      return;
    }
    const { method } = asked;
    // The stand-ins answer to names of this machine only.
    const headers = { ...asked.headers, host: new URL(host.leadsTo).host };
    const inside = request(new URL(asked.url ?? '/', host.leadsTo), { method, headers });
    asked.pipe(inside);
    const [given] = (await once(inside, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of given) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const isText = given.headers['content-type']?.includes('json') ?? false;
    const body = isText ? Buffer.from(this.#asOutside(bytes.toString())) : bytes;
    const { 'transfer-encoding': _, connection: __, ...kept } = given.headers;
    answer.writeHead(given.statusCode ?? 502, {
      ...kept,
      ...(given.statusCode === 204 ? {} : { 'content-length': body.length }),
    });
    answer.end(body);
  }

  #asOutside(text: string): string {
    let shown = text;
    for (const { name, leadsTo } of this.#hosts) {
      shown = shown
        .replaceAll(leadsTo, `https://${name}`)
        .replaceAll(leadsTo.replace('http', 'ws'), `wss://${name}`);
    }
    return shown;
  }

  #join(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    const host = this.#hostOf(asked);
    if (!host) return void socket.destroy();
    this.#keep(socket);
    const { hostname, port } = new URL(host.leadsTo);
    const inside = connect(Number(port), hostname);
    this.#keep(inside);
    inside.write(`GET ${asked.url} HTTP/1.1\r\n`);
    for (let at = 0; at < asked.rawHeaders.length; at += 2)
      if (asked.rawHeaders[at]?.toLowerCase() !== 'host')
        inside.write(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}\r\n`);
    inside.write(`host: ${hostname}:${port}\r\n`);
    inside.write('\r\n');
    inside.write(head);
    socket.pipe(inside).pipe(socket);
    socket.once('close', () => inside.destroy());
    inside.once('close', () => socket.destroy());
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

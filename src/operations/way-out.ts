import type { LookupAddress, LookupOptions } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type createConnection, isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';

/** What the bot's owner named with `HTTPS_PROXY` and `NO_PROXY`. */
export interface NamedProxy {
  readonly url: string;
  /** What's reached without it: hosts, with or without a port, whole domains, networks (`10.0.0.0/8`), or `*`. */
  readonly except: readonly string[];
}

/** A process has one way out, as it has one network. Read at each connection, so agents may be made before it's known. */
let chosen: NamedProxy | undefined;

export function takeWayOut(proxy: NamedProxy | undefined): void {
  chosen = proxy;
}

/** Where the proxy listens, without what it takes to be let in. */
export function shownProxy({ url }: NamedProxy): string {
  return new URL(url).host;
}

interface Target {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

/**
 * The proxy that leads there, if one does. Only what's encrypted goes through it: everything outside is, and a proxy
 * could read the rest. This machine is never reached through it.
 */
export function proxyTo(target: Target): URL | undefined {
  return chosen && proxyFor(target, chosen);
}

function proxyFor(target: Target, { url, except }: NamedProxy): URL | undefined {
  if (!/^(https|wss):$/.test(target.protocol)) return undefined;
  const host = bare(target.hostname);
  const isHere = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
  const port = target.port || '443';
  return isHere || except.some((entry) => covers(entry, host, port)) ? undefined : new URL(url);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
}

function isLoopback(host: string): boolean {
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback';
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (ipaddr.isValidCIDR(entry)) return isIP(host) !== 0 && isWithin(host, entry);
  const [, name = '', only] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (only && only !== port) return false;
  const domain = bare(name).replace(/^\*?\./, '');
  return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)));
}

function isWithin(host: string, network: string): boolean {
  const address = ipaddr.process(host);
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match(base, bits);
}

/** The proxy didn't let us through. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: string;

  constructor(status: number) {
    super(`the proxy of HTTPS_PROXY answered with HTTP ${status}`);
    this.code = `PROXY_${status}`;
  }
}

const tunnelWithinMs = 15_000;

/** A connection to `host:port` that the proxy makes for us. */
function tunnelTo(authority: string, proxy: URL, withinMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? secureRequest : plainRequest)({
      method: 'CONNECT',
      host: bare(proxy.hostname),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      path: authority,
      headers: { host: authority, ...permission(proxy) },
      agent: false,
      timeout: withinMs,
    });
    request.once('timeout', () =>
      request.destroy(Object.assign(new Error('the proxy of HTTPS_PROXY is silent'), { code: 'ETIMEDOUT' })),
    );
    request.once('error', reject);
    request.once('response', (answer) => {
      answer.resume();
      reject(new ProxyError(answer.statusCode ?? 0));
      request.destroy();
    });
    request.once('connect', (answer, socket) => {
      // What speaks first in it is us: nothing but TLS goes through.
      if (answer.statusCode === 200) return resolve(socket as Socket);
      socket.on('error', () => undefined).destroy();
      reject(new ProxyError(answer.statusCode ?? 0));
    });
    request.end();
  });
}

function permission({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

export type OutgoingLookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

interface OutgoingOptions extends Omit<Agent.Options, 'connect' | 'connectTimeout'> {
  readonly connectTimeoutMs?: number;
  /**
   * Decides which addresses a name may lead to. The proxy is then asked for that very address: it might find another one
   * under the name.
   */
  readonly lookup?: OutgoingLookup;
}

/** The only maker of undici's agents in the bot: they go the way that the bot's owner chose. */
export function outgoingAgent({ connectTimeoutMs, lookup, ...options }: OutgoingOptions = {}): Agent {
  const timeout = connectTimeoutMs ?? 10_000;
  const directly = buildConnector({ timeout, ...(lookup ? { lookup } : {}) });
  const secured = buildConnector({ timeout });
  const through =
    (proxy: URL): buildConnector.connector =>
    (target, callback) => {
      authorityOf(target, lookup)
        .then((authority) => tunnelTo(authority, proxy, timeout))
        .then(
          (socket) => secured({ ...target, httpSocket: socket }, callback),
          (error: unknown) => callback(error as Error, null),
        );
    };
  const to = (proxy: URL | undefined) => (proxy ? through(proxy) : directly);
  return new Agent({ ...options, connect: (target, callback) => to(proxyTo(target))(target, callback) });
}

async function authorityOf({ hostname, port }: Target, lookup: OutgoingLookup | undefined): Promise<string> {
  const host = bare(hostname);
  const address = lookup && isIP(host) === 0 ? await found(host, lookup) : host;
  return `${isIP(address) === 6 ? `[${address}]` : address}:${port || '443'}`;
}

function found(host: string, lookup: OutgoingLookup): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(host, {}, (error, address) => (error ? reject(error) : resolve(String(address))));
  });
}

type Connected = (error: Error | null, socket?: Socket) => void;

/**
 * For `ws` and Node's own requests: how to connect there through the proxy. Undefined: as they do themselves. Node takes
 * the socket from the callback, which `ws` has no type for.
 */
export function outgoingConnection(target: Target): typeof createConnection | undefined {
  return chosen && connectionTo(target);
}

function connectionTo(target: Target): typeof createConnection | undefined {
  const proxy = proxyTo(target);
  if (!proxy) return undefined;
  const connect = (_: unknown, callback: Connected): undefined => {
    const host = bare(target.hostname);
    authorityOf(target, undefined)
      .then((authority) => tunnelTo(authority, proxy, tunnelWithinMs))
      .then(
        (socket) =>
          callback(null, tlsConnect({ socket, ...(isIP(host) === 0 ? { servername: host } : { host }) })),
        (error: Error) => callback(error),
      );
  };
  return connect as unknown as typeof createConnection;
}

import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent, Dispatcher } from 'undici';
import { outgoingAgent } from '../operations/way-out.ts';
import { Refusal } from '../refusal/refusal.ts';
import { DownloadError } from './download-error.ts';

/** Decides which addresses a download may use, including each redirect. */
export interface AddressPolicy {
  /** @throws Refusal or DownloadError */
  check(address: string): URL;
  /** The option that's named if the address turns out to be private. */
  readonly option?: string;
  /** What connects to an address that was checked. */
  dispatcher(url: URL): Dispatcher;
}

const anywhere = outgoingAgent();

/** For addresses that Discord gave us. */
export const anyAddress: AddressPolicy = {
  check: (address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    throw new DownloadError({ reason: 'unreachable' });
  },
  dispatcher: () => anywhere,
};

const publicOnly = publicOnlyAgent();

/**
 * For addresses that the service gave us: public ones, and hosts that the operator named, as `hostAndPort` writes them.
 * Whatever such a host's name resolves to is the operator's own choice.
 */
export function serviceAddresses(
  named: readonly string[],
  dispatcher: Dispatcher = publicOnly,
): AddressPolicy {
  const own = new Set(named);
  return {
    check: (address) => {
      const url = plainUrl(address);
      if (url && (own.has(hostAndPort(url)) || isPublicHost(url.hostname))) return url;
      throw new DownloadError({ reason: 'forbidden' });
    },
    dispatcher: (url) => (own.has(hostAndPort(url)) ? anywhere : dispatcher),
  };
}

/** As far as it can be judged without a look-up, and so whether it may be shown to people. */
export function isAllowed(policy: AddressPolicy, address: string): boolean {
  try {
    policy.check(address);
    return true;
  } catch {
    return false;
  }
}

const portOf: Readonly<Record<string, string>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
};

/** `host:port`, with the port of the scheme if none is given. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || portOf[protocol]}`;
}

/** For addresses that a person typed; `option` is named in the refusal. */
export function typedAddresses(option: string): AddressPolicy {
  return { check: (address) => checkPublicUrl(address, option), option, dispatcher: () => publicOnly };
}

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The name only resolves to private addresses. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'EPRIVATE';
}

/**
 * An agent that only connects to public addresses. It checks the same DNS answer that the connection uses, so a name
 * can't resolve to one address when it's checked and to another when it's used. Addresses written as numbers are never
 * looked up; `checkPublicUrl` checks those. A proxy is asked for that address, not for the name.
 */
export function publicOnlyAgent(lookup: Lookup = systemLookup): Agent {
  return outgoingAgent({ lookup: publicOnlyLookup(lookup) });
}

type ConnectCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

export function publicOnlyLookup(lookup: Lookup) {
  return (hostname: string, options: LookupOptions, callback: ConnectCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) callback(new PrivateAddressError(`${hostname} is not a public host`), []);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family || isIP(first.address));
    });
  };
}

/** Names that mean this machine or its neighbours (RFC 6761, RFC 6762, RFC 8375, and `.internal`). */
const localNames = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Checks a typed address as far as that works without DNS: http(s), no credentials, and nothing inside the network of
 * the bot's owner. What its name resolves to is checked when connecting.
 * @param option the option that had the address, for the sentence
 * @throws Refusal `url-not-http` or `url-private`
 */
export function checkPublicUrl(text: string, option: string): URL {
  const url = plainUrl(text.trim());
  if (!url) throw new Refusal({ code: 'url-not-http', option });
  if (!isPublicHost(url.hostname)) throw new Refusal({ code: 'url-private', option });
  return url;
}

/** http(s), and no credentials in it. */
function plainUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && !url.username && !url.password ? url : undefined;
}

/** `host` as `URL` normalises it: decimal, octal and hexadecimal forms of an address are dotted by then. */
function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare)) return isPublicAddress(bare);
  const name = bare.toLowerCase().replace(/\.+$/, '');
  // A name with a single label is a neighbour, like a container in the owner's network.
  if (!name.includes('.')) return false;
  return !localNames.some((local) => name === local || name.endsWith(`.${local}`));
}

/** The range assigned to the internet (RFC 4291). Lower ones include forms that only stand for IPv4 addresses. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Only addresses routed on the internet: not private, loopback, link-local, multicast, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(globalIpv6) : true;
}

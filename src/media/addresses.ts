import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher } from 'undici';
import { Refusal } from '../refusal/refusal.ts';
import { DownloadError } from './download-error.ts';

/** Which addresses a download may go to; asked for the first one and again for each redirect. */
export interface AddressPolicy {
  /** @throws Refusal or DownloadError */
  check(address: string): URL;
  /** The option whose address is refused when its name turns out to be a private one. */
  readonly option?: string;
  readonly dispatcher: Dispatcher;
}

/** For addresses that the service or Discord gave us. */
export const anyAddress: AddressPolicy = {
  check: (address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    throw new DownloadError({ reason: 'unreachable', retryable: false });
  },
  dispatcher: new Agent({ connect: { timeout: 10_000 } }),
};

const publicOnly = publicOnlyAgent();

/** For addresses that a person typed; `option` is where, for the sentence that refuses one. */
export function typedAddresses(option: string): AddressPolicy {
  return { check: (address) => checkPublicUrl(address, option), option, dispatcher: publicOnly };
}

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The name resolves to nothing but private addresses. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'EPRIVATE';
}

/**
 * An agent that connects to public addresses only. The answer of the very look-up that the connection uses is judged,
 * so that a name cannot resolve to one address when it is checked and to another when it is used.
 * Addresses that are written as numbers are never looked up: `checkPublicUrl` judges those.
 */
export function publicOnlyAgent(lookup: Lookup = systemLookup): Agent {
  return new Agent({ connect: { lookup: publicOnlyLookup(lookup), timeout: 10_000 } });
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
 * An address that a person typed, as far as it can be judged without a look-up: http(s), no credentials in it,
 * and not a place inside the operator's own network. What its name resolves to is judged when it is connected to.
 * @param option the option that carried it, for the sentence
 * @throws Refusal `url-not-http` or `url-private`
 */
export function checkPublicUrl(text: string, option: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) {
    throw new Refusal({ code: 'url-not-http', option });
  }
  if (!isPublicHost(url.hostname)) throw new Refusal({ code: 'url-private', option });
  return url;
}

/** `host` as `URL` normalises it: decimal, octal and hexadecimal forms of an address are dotted by then. */
function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare)) return isPublicAddress(bare);
  const name = bare.toLowerCase().replace(/\.+$/, '');
  // A name of one label is a neighbour: the containers and machines of the operator's network have such names.
  if (!name.includes('.')) return false;
  return !localNames.some((local) => name === local || name.endsWith(`.${local}`));
}

/** What is assigned to the internet at large (RFC 4291); below it lie forms that only stand for IPv4 addresses. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Only what is routed on the internet: not private, loopback, link-local, multicast, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(globalIpv6) : true;
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../refusal/refusal.ts';

/** Names that mean this machine or its neighbours (RFC 6761, RFC 6762, RFC 8375, and `.internal`). */
const localNames = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * An address that a person typed, as far as it can be judged without asking anybody: http(s), no credentials in it,
 * and not a place inside the operator's own network. What its name resolves to is judged when it is connected to
 * (`public-addresses.ts`).
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

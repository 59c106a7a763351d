import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from './address.ts';

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

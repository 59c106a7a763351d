import { Agent, type Dispatcher } from 'undici';
import { checkPublicUrl } from './address.ts';
import { DownloadError } from './download-error.ts';
import { publicOnlyAgent } from './public-addresses.ts';

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

import { ServiceRefusal } from '../refusal.ts';
import type { CreateRequest } from './create-request.ts';
import { isPrivateHost } from './private-address.ts';

/**
 * What is seen of the files of a request at creation: HTTP(S) addresses, and public ones unless private ones are
 * allowed. Throws `InvalidURL` naming the field.
 */
export function checkFileAddresses(request: CreateRequest, allowPrivateUrls: boolean): void {
  if (request.audioUrl !== undefined) check('input.audio_url', request.audioUrl, allowPrivateUrls);
  for (const { field, url } of request.references) check(field, url, allowPrivateUrls);
}

function check(field: string, value: string, allowPrivateUrls: boolean): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ServiceRefusal(400, 'InvalidURL', `${field} must be an HTTP or HTTPS URL.`);
  }
  if (!allowPrivateUrls && isPrivateHost(url.hostname)) {
    throw new ServiceRefusal(400, 'InvalidURL', `${field} must be public.`);
  }
}

import { ServiceRefusal } from '../refusal.ts';
import { isPrivateHost } from './private-address.ts';

/** What is seen of `input.audio_url` at creation: an HTTP(S) address, and a public one unless private ones are allowed. */
export function checkAudioUrl(value: string, allowPrivateUrls: boolean): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ServiceRefusal(400, 'InvalidURL', 'input.audio_url must be an HTTP or HTTPS URL.');
  }
  if (!allowPrivateUrls && isPrivateHost(url.hostname)) {
    throw new ServiceRefusal(400, 'InvalidURL', 'input.audio_url must be public.');
  }
}

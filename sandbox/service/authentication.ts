import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from './options.ts';
import { ServiceRefusal } from './refusal.ts';

/** Document 1, "Authentication"; a key of another region looks like any wrong key (field notes 1). */
export function authenticate(headers: IncomingHttpHeaders, settings: Settings): void {
  const header = headers.authorization ?? '';
  const key = /^Bearer +(\S+)\s*$/i.exec(header)?.[1];
  if (key === undefined) throw new ServiceRefusal(401, 'InvalidApiKey', 'No API-key provided.');
  if (!equal(key, settings.apiKey)) {
    throw new ServiceRefusal(401, 'InvalidApiKey', 'Invalid API-key provided.');
  }
  const workspace = headers[`${settings.headerPrefix}WorkSpace`.toLowerCase()];
  if (workspace !== undefined && settings.workspaceId !== undefined && workspace !== settings.workspaceId) {
    throw new ServiceRefusal(404, 'WorkSpaceNotFound', 'The workspace does not exist.');
  }
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ApiKey } from '../profile.ts';
import type { KnowledgeSigning } from './settings.ts';

interface CallToSign {
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly action: string;
  readonly version: string;
  /** Epoch milliseconds by the service's clock. */
  readonly now: number;
}

/** Makes the headers that identify the caller. The secrets are kept where nothing can print them. */
export type Signer = (call: CallToSign) => Record<string, string>;

export function openSigner(signing: KnowledgeSigning): Signer {
  switch (signing.scheme) {
    case 'acs3': {
      const secret = new ApiKey(signing.accessKeySecret);
      const token = signing.securityToken ? new ApiKey(signing.securityToken) : undefined;
      const { accessKeyId } = signing;
      return ({ now, ...call }) =>
        acs3Headers(
          { ...call, method: 'POST', body: '', date: now, nonce: randomUUID().replaceAll('-', '') },
          { accessKeyId, accessKeySecret: secret.reveal(), securityToken: token?.reveal() },
        );
    }
    case 'bearer': {
      const token = new ApiKey(signing.token);
      return () => ({ authorization: `Bearer ${token.reveal()}` });
    }
    case 'none':
      return () => ({});
  }
}

export interface Acs3Request {
  readonly method: string;
  readonly host: string;
  /** Before encoding. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly action: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly date: number;
  /** Unique for each call. */
  readonly nonce: string;
}

interface Acs3Credentials {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly securityToken?: string | undefined;
}

const algorithm = 'ACS3-HMAC-SHA256';

/**
 * The headers of a signed call, including `authorization` (field notes 6). `host` is signed too, but isn't among them.
 */
export function acs3Headers(request: Acs3Request, credentials: Acs3Credentials): Record<string, string> {
  const bodyHash = sha256(request.body);
  const headers: Record<string, string> = {
    'x-acs-action': request.action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': new Date(request.date).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
    ...(credentials.securityToken ? { 'x-acs-security-token': credentials.securityToken } : {}),
  };
  const signed = Object.entries({ host: request.host, ...headers }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.path.split('/').map(encoded).join('/'),
    canonicalQuery(request.query),
    signed.map(([name, value]) => `${name}:${value.trim()}\n`).join(''),
    names,
    bodyHash,
  ].join('\n');
  const signature = createHmac('sha256', credentials.accessKeySecret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `${algorithm} Credential=${credentials.accessKeyId},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

/** Both signed and sent like this: sorted, with RFC 3986's encoding. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .sort(byName)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

/** RFC 3986: only letters, digits and `-_.~` stay unencoded. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const acs3Algorithm = 'ACS3-HMAC-SHA256';

/** A request as far as its signature covers it (field notes 6). */
export interface SignedRequest {
  readonly method: string;
  /** Unchanged, percent-encoded or not. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Lower-case names, in the order of the header. */
  readonly signedHeaders: readonly string[];
  /** Hex SHA-256 of the body. */
  readonly bodyHash: string;
}

export interface Acs3Credential {
  readonly accessKeyId: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** Reads `Authorization: ACS3-HMAC-SHA256 Credential=…,SignedHeaders=…,Signature=…`; undefined if it isn't that. */
export function readAcs3(authorization: string): Acs3Credential | undefined {
  if (!authorization.startsWith(`${acs3Algorithm} `)) return undefined;
  const fields = new Map(
    authorization
      .slice(acs3Algorithm.length + 1)
      .split(',')
      .map((field): [string, string] => {
        const [name = '', ...value] = field.trim().split('=');
        return [name, value.join('=')];
      }),
  );
  const [accessKeyId, signed, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) =>
    fields.get(name),
  );
  if (!accessKeyId || !signed || !signature) return undefined;
  return { accessKeyId, signedHeaders: signed.split(';'), signature };
}

export function acs3Signature(request: SignedRequest, secret: string): string {
  return createHmac('sha256', secret).update(stringToSign(request)).digest('hex');
}

export function stringToSign(request: SignedRequest): string {
  return `${acs3Algorithm}\n${sha256(canonical(request))}`;
}

export function sameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function canonical({ method, path, query, headers, signedHeaders, bodyHash }: SignedRequest): string {
  const names = signedHeaders.toSorted();
  return [
    method,
    path
      .split('/')
      .map((segment) => encoded(decoded(segment)))
      .join('/'),
    query
      .map(([name, value]) => [encoded(name), encoded(value)] as const)
      .toSorted((one, other) => order(one[0], other[0]) || order(one[1], other[1]))
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join(''),
    names.join(';'),
    bodyHash,
  ].join('\n');
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** RFC 3986: only letters, digits, `-`, `_`, `.` and `~` stay. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

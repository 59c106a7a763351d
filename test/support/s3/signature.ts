import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as it came over the wire: the path with its query, still encoded. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Keys {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly region: string;
}

/** As S3 names them in its error responses. */
export type SignatureFault =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch';

const longestSkewMs = 15 * 60_000;

/**
 * What's wrong with a request's signature, by "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" of the
 * S3 API reference; undefined: nothing.
 */
export function faultOf(request: WireRequest, keys: Keys, now: number): SignatureFault | undefined {
  const { authorization, 'x-amz-date': date = '', 'x-amz-content-sha256': sum } = request.headers;
  if (!authorization || !sum) return 'AccessDenied';
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parsed) return 'AuthorizationHeaderMalformed';
  const [, id = '', day = '', region = '', names = '', signature = ''] = parsed;
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at) || !date.startsWith(day)) return 'AccessDenied';
  if (Math.abs(now - at) > longestSkewMs) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const mustSign = Object.keys(request.headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  );
  if (mustSign.some((name) => !signed.includes(name))) return 'AccessDenied';
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = canonicalRequest(request, signed, sum);
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (above, part) => hmac(above, part),
    `AWS4${keys.accessKeySecret}`,
  );
  const expected = hmac(key, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function canonicalRequest(
  { method, target, headers }: WireRequest,
  signed: readonly string[],
  sum: string,
): string {
  const [path = '', query = ''] = target.split('?', 2);
  const fields = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=', 2).map((part) => encoded(decodeURIComponent(part))))
    .map(([name = '', value = '']) => `${name}=${value}`)
    .sort();
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  const canonicalPath = path
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
  return [method, canonicalPath, fields.join('&'), lines.join(''), signed.join(';'), sum].join('\n');
}

/** `UriEncode` of the document: everything but unreserved characters. */
function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOf, type Keys, type WireRequest } from './signature.ts';

interface StoredObject {
  readonly content: Buffer;
  readonly at: number;
}

/** `hold`: no answer at all. `cut`: half a file, then the connection is gone. Otherwise an error by its status and code. */
export type S3Fault = 'hold' | 'cut' | { readonly status: number; readonly code: string };

export interface SeenRequest {
  readonly method: string;
  readonly key: string | undefined;
  readonly status: number | undefined;
}

interface Asked extends WireRequest {
  /** Empty: the bucket itself; undefined: another one. */
  readonly key: string | undefined;
  readonly content: Buffer;
}

interface Answer {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly headers?: Record<string, string>;
}

function refusal(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`;
  return { status, body, headers: { 'content-type': 'application/xml' } };
}

/** By the bucket in the host's name, or else in the path. */
function keyOf({ url = '', headers }: IncomingMessage): string | undefined {
  const path = decodeURIComponent(url.split('?', 1)[0] ?? '');
  const whole = headers.host?.startsWith(`${bucket}.`) ? `/${bucket}${path}` : path;
  return whole === `/${bucket}` || whole.startsWith(`/${bucket}/`)
    ? whole.slice(bucket.length + 2)
    : undefined;
}

interface S3Options {
  readonly now?: () => number;
  /** As the real one: 1000. */
  readonly mostPerPage?: number;
}

const keys: Keys = {
  accessKeyId: 'AKIDOFTHETESTS',
  accessKeySecret: 'secret+of/the=tests',
  region: 'eu-test-1',
};
const bucket = 'emcee-files';

/**
 * A store that speaks S3, in memory, as far as the API reference goes for PutObject, GetObject, DeleteObject and ListObjectsV2 with the
 * bucket in the path or in the host's name. Signatures and sums are checked; whatever else is asked is refused.
 */
export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  readonly seen: SeenRequest[] = [];
  /** What happens to the next requests, in their order. */
  readonly faults: S3Fault[] = [];
  /** What happens to every request without a fault of its own. */
  always: S3Fault | undefined;
  /** The largest part of a request that came at once. */
  largestChunkBytes = 0;
  readonly #server: Server;
  readonly #options: S3Options;

  private constructor(options: S3Options) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async open(options: S3Options = {}): Promise<S3Server> {
    const opened = new S3Server(options);
    await new Promise<void>((resolve) => opened.#server.listen(0, '127.0.0.1', resolve));
    return opened;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Settings of a bot that uses it. */
  get env() {
    return {
      FILES_URL: `s3://${bucket}/videos?region=${keys.region}&endpoint=${this.endpoint}`,
      FILES_ACCESS_KEY_ID: keys.accessKeyId,
      FILES_ACCESS_KEY_SECRET: keys.accessKeySecret,
    };
  }

  get settings() {
    const { accessKeyId, accessKeySecret, region } = keys;
    return {
      ...{ endpoint: this.endpoint, region, bucket, prefix: 'videos/', accessKeyId, accessKeySecret },
      bucketIn: 'path',
    } as const;
  }

  put(key: string, content: Buffer | string, at = this.#now()): void {
    this.objects.set(key, { content: Buffer.from(content), at });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '' } = request;
    const key = keyOf(request);
    const fault = this.faults.shift() ?? this.always;
    if (fault === 'hold') {
      this.seen.push({ method, key, status: undefined });
      return;
    }
    const content = await this.#contentOf(request);
    const headers = request.headers as Record<string, string | undefined>;
    const asked = { method, target, headers, key, content };
    const { status, body = '', ...more } = this.#answerTo(asked, fault === 'cut' ? undefined : fault);
    this.seen.push({ method, key, status });
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...more.headers });
    if (fault === 'cut') response.write(body.slice(0, body.length / 2), () => response.destroy());
    else response.end(body);
  }

  async #contentOf(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      this.largestChunkBytes = Math.max(this.largestChunkBytes, chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  #answerTo(asked: Asked, fault: Exclude<S3Fault, string> | undefined): Answer {
    if (fault) return refusal(fault.status, fault.code);
    const wrong = faultOf(asked, keys, this.#now());
    if (wrong) return refusal(wrong === 'AuthorizationHeaderMalformed' ? 400 : 403, wrong);
    if (asked.key === undefined) return refusal(404, 'NoSuchBucket');
    const { headers, content } = asked;
    const sum = headers['x-amz-content-sha256'];
    if (sum !== 'UNSIGNED-PAYLOAD' && sum !== createHash('sha256').update(content).digest('hex'))
      return refusal(400, 'XAmzContentSHA256Mismatch');
    if (asked.key) return this.#object(asked, asked.key);
    const fields = new URLSearchParams(asked.target.split('?', 2)[1]);
    const isList = asked.method === 'GET' && fields.get('list-type') === '2';
    return isList ? { status: 200, body: this.#listed(fields) } : refusal(501, 'NotImplemented');
  }

  #object({ method, headers, content }: Asked, key: string): Answer {
    const stored = this.objects.get(key);
    switch (method) {
      case 'PUT':
        if (headers['content-length'] === undefined) return refusal(411, 'MissingContentLength');
        this.put(key, content);
        return { status: 200, headers: { etag: `"${createHash('md5').update(content).digest('hex')}"` } };
      case 'DELETE':
        this.objects.delete(key);
        return { status: 204 };
      case 'GET':
        return stored ? { status: 200, body: stored.content } : refusal(404, 'NoSuchKey');
      default:
        return refusal(501, 'NotImplemented');
    }
  }

  #listed(fields: URLSearchParams): string {
    const prefix = fields.get('prefix') ?? '';
    const after = fields.get('continuation-token') ?? '';
    const most = Math.min(Number(fields.get('max-keys') ?? 1_000), this.#options.mostPerPage ?? 1_000);
    const names = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = names.slice(0, most);
    const contents = page.map((key) => {
      const { at, content } = this.objects.get(key) ?? { at: 0, content: Buffer.alloc(0) };
      return `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
    });
    const isCut = page.length < names.length;
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

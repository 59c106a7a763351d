import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Agent, Dispatcher } from 'undici';
import type { Clock } from '../../operations/clock.ts';
import { type OutgoingLookup, outgoingAgent } from '../../operations/way-out.ts';
import { type FileStore, FileStoreError, type StoredFile } from './file-store.ts';
import { listedPage, troubleOf } from './s3-answers.ts';
import type { S3Settings } from './s3-settings.ts';

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What's sent: how long it is, its SHA-256, and a stream of it for each attempt. */
  readonly content?: {
    readonly bytes: number;
    readonly sha256: string;
    readonly read: () => Readable | Buffer;
  };
}

const attempts = 3;
const firstWaitMs = 250;
const usualIdleTimeoutMs = 15_000;
const longestAnswerBytes = 4 * 1024 * 1024;
const nothing = createHash('sha256').digest('hex');
const smallFile = Buffer.from('x');

/**
 * A bucket of any store that speaks S3. A request says the sum of what it carries, so a file that was cut on its way is refused there.
 * Files go through in pieces, never whole through memory; up to 5 GB need no more than one request.
 */
export class S3Store implements FileStore {
  readonly kind = 'S3';
  readonly #settings: S3Settings;
  readonly #clock: Clock;
  readonly #agent: Agent;

  /**
   * @param idleTimeoutMs the longest time without any data
   * @param lookup default: the system's
   */
  constructor(settings: S3Settings, clock: Clock, idleTimeoutMs?: number, lookup?: OutgoingLookup) {
    this.#settings = settings;
    this.#clock = clock;
    const timeout = idleTimeoutMs ?? usualIdleTimeoutMs;
    this.#agent = outgoingAgent({
      ...{ headersTimeout: timeout, bodyTimeout: timeout, connectTimeoutMs: timeout },
      ...(lookup ? { lookup: lookup } : {}),
    });
  }

  async probe(signal?: AbortSignal): Promise<void> {
    const name = `probe-${randomUUID()}`;
    const content = { bytes: smallFile.length, sha256: sumOf(smallFile), read: () => smallFile };
    await this.#done({ method: 'PUT', name, content }, signal);
    const back = await this.#attempt({ method: 'GET', name }, signal, textOf);
    if (back !== smallFile.toString()) throw new FileStoreError('failing', 'another file came back');
    await this.remove(name, signal);
    await this.#page(undefined, '1', signal);
  }

  async put(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const { size: bytes } = await stat(path);
    const sha256 = await sumOfFile(path);
    await this.#done(
      { method: 'PUT', name, content: { bytes, sha256, read: () => createReadStream(path) } },
      signal,
    );
  }

  async fetch(name: string, path: string, signal?: AbortSignal): Promise<boolean> {
    const part = `${path}.${randomUUID()}.part`;
    try {
      await this.#attempt(
        { method: 'GET', name },
        signal,
        async (body, length) => await writeWhole(body, part, length),
      );
      await rename(part, path);
      return true;
    } catch (error) {
      if (error instanceof FileStoreError && error.code === 'NoSuchKey') return false;
      throw error;
    } finally {
      await rm(part, { force: true });
    }
  }

  async remove(name: string, signal?: AbortSignal): Promise<void> {
    await this.#done({ method: 'DELETE', name }, signal);
  }

  async *list(signal?: AbortSignal): AsyncIterable<StoredFile> {
    let after: string | undefined;
    do {
      const page = await this.#page(after, '1000', signal);
      yield* page.files;
      after = page.next;
    } while (after !== undefined);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #page(after: string | undefined, most: string, signal: AbortSignal | undefined) {
    const { prefix } = this.#settings;
    const query: Record<string, string> = { 'list-type': '2', 'max-keys': most, prefix };
    if (after !== undefined) query['continuation-token'] = after;
    const body = await this.#attempt({ method: 'GET', query }, signal, textOf);
    return listedPage(body, prefix);
  }

  async #done(call: Call, signal: AbortSignal | undefined): Promise<void> {
    await this.#attempt(call, signal, textOf);
  }

  /** Up to three times, if it may work the next time. */
  async #attempt<Result>(
    call: Call,
    signal: AbortSignal | undefined,
    read: (body: Dispatcher.ResponseData['body'], length: number | undefined) => Promise<Result>,
  ): Promise<Result> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#once(call, signal, read);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof DiskError) throw error;
        const failure = asTrouble(error);
        if (!failure.retryable || tried >= attempts) throw failure;
        await this.#clock.sleep(firstWaitMs * 2 ** tried * (0.5 + Math.random()), signal);
      }
    }
  }

  async #once<Result>(
    call: Call,
    signal: AbortSignal | undefined,
    read: (body: Dispatcher.ResponseData['body'], length: number | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { url, headers } = await this.#signed(call);
    const content = call.content?.read();
    try {
      const {
        statusCode,
        headers: answered,
        body,
      } = await this.#agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: call.method,
        headers,
        body: content ?? null,
        signal: signal ?? null,
      });
      if (statusCode < 200 || statusCode > 299)
        throw troubleOf(statusCode, await textOf(body).catch(() => ''));
      const length = answered['content-length'];
      return await read(body, typeof length === 'string' ? Number(length) : undefined);
    } finally {
      if (content && 'destroy' in content) content.destroy();
    }
  }

  async #signed({ method, name = '', query = {}, content }: Call) {
    const { endpoint, region, bucket, prefix, bucketIn, accessKeyId, accessKeySecret } = this.#settings;
    const url = new URL(endpoint);
    if (bucketIn === 'host') url.hostname = `${bucket}.${url.hostname}`;
    const key = name && `${prefix}${name}`;
    url.pathname = bucketIn === 'host' ? `/${key}` : `${url.pathname.replace(/\/+$/, '')}/${bucket}/${key}`;
    for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': content?.sha256 ?? nothing },
      accessKeyId,
      secretAccessKey: accessKeySecret,
      service: 's3',
      region,
      datetime: new Date(this.#clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
    const length = content ? { 'content-length': String(content.bytes) } : {};
    return { url: signed.url, headers: { ...Object.fromEntries(signed.headers), ...length } };
  }
}

/** On the disk when it resolves. @throws FileStoreError if less came than was announced */
async function writeWhole(body: Readable, path: string, length: number | undefined): Promise<void> {
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    file = await onDisk(open(path, 'w', 0o600));
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      await onDisk(file.writeFile(chunk));
    }
    if (length !== undefined && bytes !== length) throw new FileStoreError('unreachable', 'cut off');
    await onDisk(file.sync());
  } finally {
    body.on('error', () => undefined).destroy();
    await file?.close();
  }
}

/** This machine's fault: no space, no permission. Trying again changes nothing. */
class DiskError extends Error {
  override readonly name = 'DiskError';
}

async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    throw new DiskError("a file can't be written here", { cause: error });
  });
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > longestAnswerBytes) throw new FileStoreError('failing', 'a long answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function asTrouble(error: unknown): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new FileStoreError('unreachable', code, { cause: error });
}

function sumOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function sumOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

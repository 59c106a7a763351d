import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type Dispatcher, request } from 'undici';
import { Refusal, type RefusalFacts } from '../refusal/refusal.ts';
import { type AddressPolicy, PrivateAddressError } from './addresses.ts';
import { DownloadError } from './download-error.ts';

export interface DownloadOptions {
  readonly url: string;
  /** Where the file goes once it's complete; until then it's at `<path>.part`. */
  readonly path: string;
  readonly maxBytes: number;
  /** For everything, redirects included. */
  readonly timeoutMs: number;
  /** The longest time without any data. */
  readonly idleTimeoutMs: number;
  readonly policy: AddressPolicy;
  readonly signal?: AbortSignal | undefined;
}

const maxRedirects = 3;

/**
 * Streams a file to disk. It only gets its name when it's complete and on disk.
 * @throws DownloadError; with a policy for typed addresses also Refusal `url-not-http` or `url-private`; an ordinary
 * error if this machine's disk is at fault
 */
export async function downloadToFile(options: DownloadOptions): Promise<{ readonly bytes: number }> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const partPath = `${options.path}.part`;
  try {
    const body = await fetchBody(options, signal);
    const bytes = await writeWhole(body, partPath, options.maxBytes);
    await onDisk(rename(partPath, options.path));
    return { bytes };
  } catch (error) {
    await rm(partPath, { force: true });
    throw troubleOf(error, options, deadline);
  }
}

/**
 * The same for a file that a person gave. Resolves to its size in bytes.
 * @throws Refusal why it can't be had; DownloadError `aborted` if the signal aborts
 */
export async function downloadGiven(
  options: DownloadOptions,
  refused: { readonly tooLarge: RefusalFacts; readonly unreachable: RefusalFacts },
): Promise<number> {
  try {
    return (await downloadToFile(options)).bytes;
  } catch (error) {
    if (!(error instanceof DownloadError) || error.reason === 'aborted') throw error;
    throw new Refusal(error.reason === 'too-large' ? refused.tooLarge : refused.unreachable);
  }
}

async function fetchBody(options: DownloadOptions, signal: AbortSignal): Promise<ResponseBody> {
  const { policy } = options;
  let url = policy.check(options.url);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await request(url, {
      dispatcher: policy.dispatcher(url),
      signal,
      headersTimeout: options.idleTimeoutMs,
      bodyTimeout: options.idleTimeoutMs,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
    });
    const { statusCode: status, headers, body } = response;
    if (status === 200) {
      if (Number(headers['content-length']) > options.maxBytes) throw refuse(body, 'too-large', status);
      return body;
    }
    const location = headers.location;
    if (status < 300 || status >= 400 || typeof location !== 'string' || !URL.canParse(location, url.href)) {
      throw refuse(body, goneStatuses.has(status) ? 'gone' : 'status', status);
    }
    discard(body);
    url = policy.check(new URL(location, url).href);
  }
  throw new DownloadError({ reason: 'status' });
}

type ResponseBody = Dispatcher.ResponseData['body'];

const goneStatuses: ReadonlySet<number> = new Set([403, 404, 410]);

function refuse(body: ResponseBody, reason: 'gone' | 'status' | 'too-large', status: number): DownloadError {
  discard(body);
  return new DownloadError({ reason, status });
}

/** Discards a body; its errors don't matter. */
function discard(body: ResponseBody): void {
  body.on('error', () => undefined).destroy();
}

async function writeWhole(body: ResponseBody, path: string, maxBytes: number): Promise<number> {
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    file = await onDisk(open(path, 'w'));
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new DownloadError({ reason: 'too-large' });
      await onDisk(file.writeFile(chunk));
    }
    await onDisk(file.sync());
    return bytes;
  } finally {
    discard(body);
    await file?.close();
  }
}

/** This machine's fault: no space, no permission. */
class DiskError extends Error {
  override readonly name = 'DiskError';
}

async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new DiskError('the file cannot be written', { cause: error });
  }
}

function troubleOf(error: unknown, { signal, policy }: DownloadOptions, deadline: AbortSignal): Error {
  if (error instanceof DownloadError || error instanceof Refusal || error instanceof DiskError) return error;
  if (signal?.aborted) return new DownloadError({ reason: 'aborted', cause: error });
  if (deadline.aborted) return new DownloadError({ reason: 'timeout', cause: error });
  if (error instanceof PrivateAddressError) {
    if (policy.option === undefined) return new DownloadError({ reason: 'forbidden', cause: error });
    return new Refusal({ code: 'url-private', option: policy.option });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = code.startsWith('UND_ERR') && code.endsWith('_TIMEOUT') ? 'timeout' : 'unreachable';
  return new DownloadError({ reason, cause: error });
}

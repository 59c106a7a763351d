import { lookup } from 'node:dns/promises';
import { FileRefusal } from './file-refusal.ts';
import { isPrivateHost } from './private-address.ts';

const timeoutMs = 30_000;

export const megabyte = 1_024 * 1_024;

export interface DownloadRules {
  /** How messages call the file: the name of its field. */
  readonly field: string;
  readonly mostMegabytes: number;
  readonly allowPrivateUrls: boolean;
}

/** Fetches a file of a request when its task starts. Rejects with `FileRefusal`. */
export async function download(url: string, rules: DownloadRules, signal: AbortSignal): Promise<Uint8Array> {
  const { field, allowPrivateUrls } = rules;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    if (!allowPrivateUrls) await refusePrivate(url, field);
    const response = await fetch(url, { signal: inTime, redirect: allowPrivateUrls ? 'follow' : 'error' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new FileRefusal('InvalidURL', `The URL in ${field} answered ${response.status}.`);
    }
    return await readAtMost(response.body, rules);
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal('InvalidURL', `The URL in ${field} could not be fetched.`, { cause: error });
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, rules: DownloadRules): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > rules.mostMegabytes * megabyte) {
      throw new FileRefusal(
        'InvalidFile.Size',
        `The file in ${rules.field} is larger than ${rules.mostMegabytes} MB.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function refusePrivate(url: string, field: string): Promise<void> {
  const addresses = await lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { all: true });
  if (addresses.some(({ address }) => isPrivateHost(address))) {
    throw new FileRefusal('InvalidURL', `The URL in ${field} must be public.`);
  }
}

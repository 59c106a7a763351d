import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../refusal/refusal.ts';
import { anyAddress } from './addresses.ts';
import { downloadToFile } from './download.ts';
import { DownloadError } from './download-error.ts';
import { type Inspectors, inspectGiven } from './inspection/inspectors.ts';

/** The limits of a picture before it's made smaller. */
export const pictureLimits = { maxBytes: 20 * 1024 * 1024, maxPixels: 24_000_000 } as const;

export interface PictureRequest {
  readonly inspectors: Inspectors;
  /** The person who gave it. */
  readonly personId: string;
  /** The attachment's address from Discord. */
  readonly url: string;
  /** What brought it, for the sentences. */
  readonly option: string;
  readonly maxJpegBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A person's picture as a JPEG of at most 1080p, decoded in a separate process.
 * @throws Refusal `call-picture-kind`, `call-picture-large`, `file-unreachable`, `file-unreadable`, `files-busy`,
 * `own-files-busy`
 */
export async function jpegOf({
  inspectors,
  personId,
  url,
  option,
  maxJpegBytes,
  signal,
}: PictureRequest): Promise<Uint8Array> {
  return await inspectors.inFolder(async (folder) => {
    const path = join(folder, 'given');
    const to = join(folder, 'picture.jpg');
    await fetchPicture(url, path, option, signal);
    const bounds = { ...pictureLimits, maxJpegBytes };
    const reading = await inspectGiven(inspectors, { kind: 'picture', path, to, bounds }, personId, option);
    if (reading.is === 'other') throw new Refusal({ code: 'call-picture-kind' });
    if (reading.is === 'too-large') throw tooLarge();
    return await readWritten(to, maxJpegBytes, option);
  });
}

async function fetchPicture(
  url: string,
  path: string,
  option: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { maxBytes } = pictureLimits;
  try {
    await downloadToFile({
      url,
      path,
      maxBytes,
      timeoutMs: 30_000,
      idleTimeoutMs: 10_000,
      policy: anyAddress,
      signal,
    });
  } catch (error) {
    if (!(error instanceof DownloadError) || error.reason === 'aborted') throw error;
    throw error.reason === 'too-large' ? tooLarge() : new Refusal({ code: 'file-unreachable', option });
  }
}

/** The process that wrote it handled a foreign file, so its output isn't trusted. */
async function readWritten(path: string, maxBytes: number, option: string): Promise<Uint8Array> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const jpeg = size > maxBytes ? undefined : await file.readFile();
  if (jpeg?.[0] !== 0xff || jpeg[1] !== 0xd8) throw new Refusal({ code: 'file-unreadable', option });
  return jpeg;
}

function tooLarge(): Refusal {
  return new Refusal({
    code: 'call-picture-large',
    limitMegabytes: pictureLimits.maxBytes / (1024 * 1024),
    limitMegapixels: pictureLimits.maxPixels / 1_000_000,
  });
}

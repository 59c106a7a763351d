import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../refusal/refusal.ts';
import { downloadGiven } from './download.ts';
import { type GivenFile, inspectGiven } from './inspection/inspectors.ts';

/** The limits of a picture before it's made smaller. */
export const pictureLimits = { maxBytes: 20 * 1024 * 1024, maxPixels: 24_000_000 } as const;

const tooLarge = {
  code: 'call-picture-large',
  limitMegabytes: pictureLimits.maxBytes / (1024 * 1024),
  limitMegapixels: pictureLimits.maxPixels / 1_000_000,
} as const;

/**
 * A person's picture as a JPEG of at most 1080p, decoded in a separate process.
 * @throws Refusal `call-picture-kind`, `call-picture-large`, `file-unreachable`, `file-unreadable`, `files-busy`,
 * `own-files-busy`
 */
export async function jpegOf(given: GivenFile, maxJpegBytes: number): Promise<Uint8Array> {
  const { inspectors, option } = given;
  const { maxBytes } = pictureLimits;
  return await inspectors.inFolder(async (folder) => {
    const path = join(folder, 'given');
    const to = join(folder, 'picture.jpg');
    await downloadGiven(
      { ...given, path, maxBytes, timeoutMs: 30_000, idleTimeoutMs: 10_000 },
      { tooLarge, unreachable: { code: 'file-unreachable', option } },
    );
    const bounds = { ...pictureLimits, maxJpegBytes };
    const reading = await inspectGiven(given, { kind: 'picture', path, to, bounds });
    if (reading.is === 'other') throw new Refusal({ code: 'call-picture-kind' });
    if (reading.is === 'too-large') throw new Refusal(tooLarge);
    return await readWritten(to, maxJpegBytes, option);
  });
}

/** The process that wrote it handled a foreign file, so its output isn't trusted. */
async function readWritten(path: string, maxBytes: number, option: string): Promise<Uint8Array> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const jpeg = size > maxBytes ? undefined : await file.readFile();
  if (jpeg?.[0] !== 0xff || jpeg[1] !== 0xd8) throw new Refusal({ code: 'file-unreadable', option });
  return jpeg;
}

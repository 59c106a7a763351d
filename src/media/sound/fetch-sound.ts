import { join } from 'node:path';
import { Refusal } from '../../refusal/refusal.ts';
import { anyAddress } from '../addresses.ts';
import { downloadGiven } from '../download.ts';
import type { Inspectors } from '../inspection/inspectors.ts';

/** Larger files are refused before anything of them is sent. */
export const largestRecordingBytes = 25 * 1024 * 1024;

const fetchingMs = 60_000;
const fetchingIdleMs = 15_000;

/** What reads people's sound. */
export interface SoundReaders {
  /** Processes that decode files. */
  readonly decoders: Inspectors;
  readonly ffmpeg: string | undefined;
}

/** What to fetch for whom, and where its files may be for now. */
export interface SoundFetching {
  readonly url: string;
  readonly folder: string;
  readonly mostMs: number;
  /** The person who asks for it. */
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** `path`: 16 kHz mono PCM. `cut`: it's damaged, and this is what came before. */
export interface FetchedSound {
  readonly path: string;
  readonly ms: number;
  readonly cut: boolean;
}

/**
 * Downloads and decodes attached sound.
 * @throws Refusal why it can't be heard; the signal's reason
 */
export async function fetchSound(
  { decoders, ffmpeg }: SoundReaders,
  { url, folder, mostMs, userId, signal }: SoundFetching,
): Promise<FetchedSound> {
  const limits = { limitMinutes: mostMs / 60_000, limitMegabytes: largestRecordingBytes / 2 ** 20 };
  const path = join(folder, 'file');
  await downloadGiven(
    {
      ...{ url, path, maxBytes: largestRecordingBytes, policy: anyAddress },
      ...{ timeoutMs: fetchingMs, idleTimeoutMs: fetchingIdleMs, signal },
    },
    {
      tooLarge: { code: 'recording-too-large', ...limits },
      unreachable: { code: 'recording-gone', ...limits },
    },
  );
  const to = join(folder, 'sound');
  const inspection = await decoders.inspect({ kind: 'sound', path, to, mostMs, ffmpeg }, 'given', userId);
  signal.throwIfAborted();
  const reading = inspection.is === 'read' ? inspection.reading : ({ is: 'unknown' } as const);
  if (reading.is !== 'sound') throw new Refusal({ code: refusals[reading.is], ...limits });
  if (reading.silent) throw new Refusal({ code: 'recording-silent' });
  return { path: to, ms: reading.ms, cut: reading.cut };
}

const refusals = {
  'too-long': 'recording-too-long',
  none: 'recording-without-sound',
  unknown: 'recording-unreadable',
  'needs-ffmpeg': 'recording-needs-ffmpeg',
} as const;

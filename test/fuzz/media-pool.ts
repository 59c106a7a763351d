import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Inspectors } from '../../src/media/inspection/inspectors.ts';
import type { InspectionJob, Readings } from '../../src/media/inspection/reading.ts';
import { pictureLimits } from '../../src/media/picture.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { silentLog } from '../support/inline-inspectors.ts';

/** A file that is read in milliseconds on a quiet machine isn't too slow on a busy one. */
const patienceMs = 60_000;
let inspectors: Inspectors | undefined;
let folder = '';

/** For a suite that reads files as the bot does: in processes with the bot's own limit of memory. */
export function inspectsFiles(): void {
  beforeAll(async () => {
    inspectors = new Inspectors({ clock: systemClock, log: silentLog, limitMs: patienceMs });
    folder = await mkdtemp(join(tmpdir(), 'emcee-fuzz-'));
  });
  afterAll(async () => {
    inspectors?.close();
    await rm(folder, { recursive: true, force: true });
  });
}

/**
 * What a file is. The limits of the processes are a net that no file may need: one that dies, takes too long or throws
 * is a finding.
 */
export async function readingOf<Kind extends keyof Readings>(
  kind: Kind,
  bytes: Uint8Array,
): Promise<Readings[Kind]> {
  if (!inspectors) throw new Error('nobody inspects files here');
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const inspection = await inspectors.inspect(jobs[kind](path), 'results');
  if (inspection.is === 'unread') throw new Error(`the file was not read: ${inspection.why}`);
  return inspection.reading as Readings[Kind];
}

const bounds = { maxBytes: 20 * 1024 * 1024, maxSidePixels: 8_000 };

const jobs: Readonly<Record<keyof Readings, (path: string) => InspectionJob>> = {
  audio: (path) => ({ kind: 'audio', path }),
  video: (path) => ({ kind: 'video', path }),
  reference: (path) => ({ kind: 'reference', path, bounds }),
  sound: (path) => ({ kind: 'sound', path, to: `${path}.pcm`, mostMs: 600_000 }),
  picture: (path) => ({
    kind: 'picture',
    path,
    to: `${path}.jpg`,
    bounds: { ...pictureLimits, maxJpegBytes: 190_000 },
  }),
};

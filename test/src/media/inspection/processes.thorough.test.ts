import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { wav } from '../../../../sandbox/test/support/audio-samples.ts';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { launch } from '../../../../sandbox/test/support/launched.ts';
import { temporaryFile, temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { spawnInspector } from '../../../../src/media/inspection/inspector.ts';
import { Inspectors, type InspectorsParts } from '../../../../src/media/inspection/inspectors.ts';
import type { InspectionJob } from '../../../../src/media/inspection/reading.ts';
import { systemClock } from '../../../../src/operations/clock.ts';
import { ownProgramEnvironment } from '../../../../src/operations/own-programs.ts';
import { tallPng, withRunOf, withSampleCount } from '../../../support/hostile-files.ts';
import { isRunning, silentLog } from '../../../support/inline-inspectors.ts';
import { mp4 } from '../../../support/video-samples.ts';

const misbehaving = new URL('../../../support/misbehaving-inspector.ts', import.meta.url);
const bounds = { maxBytes: 20 * 1024 * 1024, maxSidePixels: 8_000 };
/** A busy machine is not what these are about. */
const patienceMs = 120_000;
let film: Buffer;
let inspectors: Inspectors | undefined;

beforeAll(async () => {
  film = await mp4(192, 108, 1);
});

afterEach(() => {
  inspectors?.close();
  inspectors = undefined;
});

function open(parts: Partial<InspectorsParts> = {}): Inspectors {
  inspectors = new Inspectors({ clock: systemClock, log: silentLog, limitMs: patienceMs, ...parts });
  return inspectors;
}

/** Processes as they are, counted. */
function openCounted() {
  const count = { started: 0 };
  const spawn = () => {
    count.started += 1;
    return spawnInspector();
  };
  return { pool: open({ spawn }), count };
}

test('one process reads a video, a sound and a picture', async () => {
  const { pool, count } = openCounted();
  const jobs: InspectionJob[] = [
    { kind: 'video', path: temporaryFile(film) },
    { kind: 'audio', path: temporaryFile(wav(3)) },
    { kind: 'reference', path: temporaryFile(film), bounds },
  ];
  const readings: unknown[] = [];
  for (const job of jobs) readings.push(await pool.inspect(job, 'results'));
  expect(readings).toMatchObject([
    { is: 'read', reading: { width: 192 } },
    { is: 'read', reading: { kind: 'wav', seconds: 3 } },
    { is: 'read', reading: { kind: 'video', format: 'mp4' } },
  ]);
  expect(count.started).toBe(1);
});

test('files that used to end the bot, or to hold it, are read as what they are, by one process', async () => {
  const { pool, count } = openCounted();
  const hostile = [withSampleCount(film, 2 ** 24), withSampleCount(film, 2 ** 28), withRunOf(film, 2 ** 28)];
  for (const bytes of hostile) {
    const path = temporaryFile(bytes);
    expect(await pool.inspect({ kind: 'video', path }, 'results')).toEqual({ is: 'read' });
    expect(await pool.inspect({ kind: 'reference', path, bounds }, 'given')).toEqual({
      is: 'read',
      reading: { kind: 'other' },
    });
  }
  const tall = { kind: 'reference', path: temporaryFile(tallPng(1_000)), bounds } as const;
  expect(await pool.inspect(tall, 'given')).toMatchObject({
    is: 'read',
    reading: { kind: 'image', height: 2 ** 31 - 1 },
  });
  expect(count.started).toBe(1);
});

describe('a process', () => {
  test('that fills its memory dies alone, and the next file is read', async () => {
    let started = 0;
    const pool = open({
      spawn: () => {
        started += 1;
        return spawnInspector(started === 1 ? misbehaving : undefined, 32);
      },
    });
    const heavy = await pool.inspect({ kind: 'audio', path: 'fill the memory' }, 'results');
    expect(heavy).toEqual({ is: 'unread', why: 'died' });
    expect(await pool.inspect({ kind: 'video', path: temporaryFile(film) }, 'results')).toMatchObject({
      reading: { width: 192 },
    });
  });

  test('that never comes to an end is ended', async () => {
    const pool = open({ spawn: () => spawnInspector(misbehaving), limitMs: 50 });
    const endless = await pool.inspect({ kind: 'audio', path: 'go on for ever' }, 'results');
    expect(endless).toEqual({ is: 'unread', why: 'too-slow' });
  });

  test('gets neither the settings of the bot nor its flags', async () => {
    const pool = open({ spawn: () => spawnInspector(misbehaving) });
    const told = await pool.inspect({ kind: 'audio', path: 'tell what it was given' }, 'results');
    expect(process.env.PATH).toBeDefined();
    const env = Object.keys(ownProgramEnvironment);
    expect(told).toEqual({ is: 'read', reading: { env, flags: ['--max-old-space-size=128'] } });
  });

  test('is gone when its owner was killed, even in the middle of a file that never ends', async () => {
    const folder = temporaryFolder();
    const note = join(folder, 'pid');
    const owner = launch(new URL('./owner-of-inspector.ts', import.meta.url).pathname, [note], {
      cwd: folder,
    });
    await eventually(() => existsSync(note) && readFileSync(note, 'utf8') !== '', 'the inspector is at work');
    const pid = Number(readFileSync(note, 'utf8'));
    owner.child.kill('SIGKILL');
    await eventually(() => !isRunning(pid), 'the end of the inspector');
  });
});

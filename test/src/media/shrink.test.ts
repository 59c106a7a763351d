import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, skipsWithout } from '../../../sandbox/test/support/needs.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { FfmpegError } from '../../../src/media/ffmpeg.ts';
import { readMp4File } from '../../../src/media/mp4-file.ts';
import {
  lowestVideoBitsPerSecond,
  planShrink,
  type ShrinkRequest,
  shrinkVideo,
} from '../../../src/media/shrink.ts';
import { probe, writeNoisyFilm } from '../../support/films.ts';
import { rejection } from '../../support/rejection.ts';

const megabyte = 1024 * 1024;

describe('the plan', () => {
  const film = { seconds: 10, width: 1_920, height: 1_080 };

  test.each([
    [10 * megabyte, 1_920],
    [2.5 * megabyte, 1_280],
    [megabyte, 854],
  ])('for %i bytes has a longer side of %i pixels', (maxBytes, longSide) => {
    expect(planShrink({ ...film, maxBytes })?.longSide).toBe(longSide);
  });

  test('never makes a video larger, and its sides are even', () => {
    expect(planShrink({ seconds: 10, width: 601, height: 480, maxBytes: megabyte })?.longSide).toBe(600);
  });

  test('keeps picture and sound together under the limit', () => {
    const plan = planShrink({ ...film, maxBytes: megabyte });
    const bits = (plan?.videoBitsPerSecond ?? 0) + (plan?.audioBitsPerSecond ?? 0);
    expect((bits * film.seconds) / 8).toBeLessThan(megabyte);
    expect((bits * film.seconds) / 8).toBeGreaterThan(0.9 * megabyte);
  });

  test('does not exist below the floor', () => {
    const bytesFor = (bits: number) => Math.ceil(((bits + 96_000) * film.seconds) / 8 / 0.94);
    expect(planShrink({ ...film, maxBytes: bytesFor(lowestVideoBitsPerSecond) })).toBeDefined();
    expect(planShrink({ ...film, maxBytes: bytesFor(lowestVideoBitsPerSecond - 1_000) })).toBeUndefined();
  });
});

const withoutPrograms =
  skipsWithout('ffmpeg', 'shrinking videos') || skipsWithout('ffprobe', 'shrinking videos');

describe.skipIf(withoutPrograms)('shrinking', () => {
  const shared = join(tmpdir(), `emcee-test-${randomUUID()}`);
  const from = join(shared, 'film.mp4');
  // Small: encoding noise twice for each test is all that these tests take.
  const film = { from, seconds: 1, width: 320, height: 180 };

  beforeAll(() => {
    mkdirSync(shared);
    writeNoisyFilm({ path: from, seconds: 1, size: '320x180' });
  });
  afterAll(() => rmSync(shared, { recursive: true, force: true }));

  function request(changes: Partial<ShrinkRequest> = {}): ShrinkRequest & { readonly folder: string } {
    const folder = temporaryFolder();
    return {
      ...film,
      folder,
      ffmpeg: ffmpeg ?? '',
      to: join(folder, 'small.mp4'),
      maxBytes: 80_000,
      signal: new AbortController().signal,
      ...changes,
    };
  }

  test('makes it fit, and it is the same video: H.264, AAC, as long, of the same shape', async () => {
    const wanted = request();
    expect(statSync(from).size).toBeGreaterThan(2 * wanted.maxBytes);
    const shrunk = await shrinkVideo(wanted);
    expect(shrunk?.bytes).toBe(statSync(wanted.to).size);
    expect(shrunk?.bytes).toBeLessThanOrEqual(wanted.maxBytes);
    expect(shrunk?.bytes).toBeGreaterThan(wanted.maxBytes / 2);
    const { format, streams } = probe(wanted.to);
    expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
    expect(streams[0]).toMatchObject({ width: 320, height: 180 });
    expect(Math.abs(format.duration - 1)).toBeLessThan(0.1);
    expect(await readMp4File(wanted.to)).toMatchObject({ is: 'video', video: { width: 320, height: 180 } });
    expect(readdirSync(wanted.folder)).toEqual(['small.mp4']);
  });

  test('tells how far it is: rising, from the first pass to the end of the second', async () => {
    const told: number[] = [];
    await shrinkVideo(request({ onProgress: (share) => told.push(share) }));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
    expect(told[0]).toBeLessThanOrEqual(0.5);
    expect(told.at(-1)).toBeGreaterThan(0.9);
    expect(told.at(-1)).toBeLessThanOrEqual(1);
  });

  test('of a silent video gives a silent one', async () => {
    const silent = join(temporaryFolder(), 'silent.mp4');
    writeNoisyFilm({ path: silent, seconds: 1, size: '320x180', silent: true });
    const wanted = request({ from: silent });
    expect(await shrinkVideo(wanted)).toBeDefined();
    expect(probe(wanted.to).streams.map((stream) => stream.codec_name)).toEqual(['h264']);
  });

  test('of an upright video makes its longer side smaller and keeps its shape', async () => {
    const upright = join(temporaryFolder(), 'upright.mp4');
    writeNoisyFilm({ path: upright, seconds: 0.5, size: '540x960' });
    const wanted = request({ from: upright, seconds: 0.5, width: 540, height: 960, maxBytes: 58_000 });
    expect(await shrinkVideo(wanted)).toBeDefined();
    expect(probe(wanted.to).streams[0]).toMatchObject({ width: 480, height: 854 });
  });

  test('below the floor is not tried', async () => {
    const wanted = request({ maxBytes: 33_000 });
    expect(await shrinkVideo(wanted)).toBeUndefined();
    expect(readdirSync(wanted.folder)).toEqual([]);
  });

  test('that misses its limit twice ends with nothing, and leaves nothing', async () => {
    // The file is longer than the bot was told: every attempt comes out too large.
    const wanted = request({ seconds: 1 / 3, maxBytes: 33_000 });
    expect(await shrinkVideo(wanted)).toBeUndefined();
    expect(readdirSync(wanted.folder)).toEqual([]);
  });

  test('stops at once when it is told to, ends its child and leaves nothing', async () => {
    const stop = new AbortController();
    const reason = new Error('the bot is closing');
    const wanted = request({ signal: stop.signal, onProgress: () => stop.abort(reason) });
    await expect(shrinkVideo(wanted)).rejects.toBe(reason);
    expect(readdirSync(wanted.folder)).toEqual([]);
  });

  test.each([
    ['that is no video', 'nothing but words'],
    ['that names other files', 'ffconcat version 1.0\nfile /etc/hostname\n'],
  ])('a file %s fails', async (_, content) => {
    const broken = join(temporaryFolder(), 'broken.mp4');
    writeFileSync(broken, content);
    const wanted = request({ from: broken });
    await rejection(shrinkVideo(wanted), FfmpegError);
    expect(readdirSync(wanted.folder)).toEqual([]);
  });
});

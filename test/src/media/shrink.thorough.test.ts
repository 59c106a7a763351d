import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, skipsWithout } from '../../../sandbox/test/support/needs.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { FfmpegError } from '../../../src/media/ffmpeg.ts';
import { readMp4File } from '../../../src/media/mp4-file.ts';
import { type ShrinkRequest, shrinkVideo } from '../../../src/media/shrink.ts';
import { probe, writeNoisyFilm } from '../../support/films.ts';
import { rejection } from '../../support/rejection.ts';

const mebibyte = 1024 * 1024;

/** The real ffmpeg, and what it had in memory at its peak, in kilobytes: a file that ends with the last of it. */
function watched(folder: string): { readonly program: string; readonly peaks: () => readonly number[] } {
  const [program, peaks] = [join(folder, 'watched'), join(folder, 'peaks')];
  const script = [
    '#!/bin/bash',
    `${ffmpeg} "$@" & child=$!`,
    `while kill -0 $child 2>/dev/null; do grep VmHWM /proc/$child/status; sleep 0.1; done >>${peaks} 2>/dev/null`,
    'wait $child',
  ];
  writeFileSync(program, script.join('\n'));
  chmodSync(program, 0o755);
  const read = () =>
    [...readFileSync(peaks, 'utf8').matchAll(/(\d+) kB/g)].map(([, kilobytes]) => Number(kilobytes));
  return { program, peaks: read };
}

test.skipIf(skipsWithout('ffmpeg', 'the memory that shrinking takes'))(
  'a film of 1080p is shrunk beside the bot in a container of 512 MB',
  async () => {
    const folder = temporaryFolder();
    const from = join(folder, 'film.mp4');
    writeNoisyFilm({ path: from, seconds: 1, size: '1920x1080' });
    const { program, peaks } = watched(folder);
    const made = await shrinkVideo({
      ffmpeg: program,
      from,
      to: join(folder, 'small.mp4'),
      maxBytes: mebibyte / 2,
      seconds: 1,
      width: 1_920,
      height: 1_080,
      signal: new AbortController().signal,
    });
    expect(made?.bytes).toBeLessThanOrEqual(mebibyte / 2);
    expect(Math.max(...peaks()) / 1_024).toBeLessThan(340);
    expect(Math.max(...peaks()) / 1_024).toBeGreaterThan(50);
  },
);

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

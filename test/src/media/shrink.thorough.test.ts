import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, skipsWithout } from '../../../sandbox/test/support/needs.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { FfmpegError } from '../../../src/media/ffmpeg.ts';
import { readMp4File } from '../../../src/media/mp4-file.ts';
import { type ShrinkRequest, shrinkVideo } from '../../../src/media/shrink.ts';
import { probe, writeGreyFilm, writeNoisyFilm } from '../../support/films.ts';
import { rejection } from '../../support/rejection.ts';

const mebibyte = 1024 * 1024;

/** The real ffmpeg, and what it had in memory at its peak, in kilobytes: a file that ends with the last of it. */
function watched(folder: string): { readonly program: string; readonly peaks: () => readonly number[] } {
  const [program, peaks] = [join(folder, 'watched'), join(folder, 'peaks')];
  // The shell's own means only: each program that it started ten times a second would take more than ffmpeg does.
  const look = `while read -r name size; do [[ $name == VmHWM: ]] && echo "$size"; done </proc/$child/status`;
  const script = [
    '#!/bin/bash',
    `${ffmpeg} "$@" & child=$!`,
    'exec {silence}<> <(:)',
    `while kill -0 $child 2>/dev/null; do ${look}; read -rt 0.1 -u $silence; done >>${peaks} 2>/dev/null`,
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
    writeGreyFilm({ path: from, seconds: 1, size: '1920x1080' });
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
    expect(Math.max(...peaks()) / 1_024).toBeLessThan(300);
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
    return () => rmSync(shared, { recursive: true, force: true });
  });

  function request(
    changes: Partial<ShrinkRequest> = {},
    folder = temporaryFolder(),
  ): ShrinkRequest & { readonly folder: string } {
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

  /** Shrunk once, for all who look at what comes of it. */
  let shrinking: ReturnType<typeof shrinkOnce> | undefined;
  const ordinary = async () => {
    shrinking ??= shrinkOnce();
    return await shrinking;
  };

  async function shrinkOnce() {
    const [told, folder]: [number[], string] = [[], join(shared, 'once')];
    mkdirSync(folder);
    const wanted = request({ onProgress: (share) => told.push(share) }, folder);
    return { wanted, told, shrunk: await shrinkVideo(wanted) };
  }

  test('makes it fit, and it is the same video: H.264, AAC, as long, of the same shape', async () => {
    const { wanted, shrunk } = await ordinary();
    expect(statSync(from).size).toBeGreaterThan(2 * wanted.maxBytes);
    expect(shrunk?.bytes).toBe(statSync(wanted.to).size);
    expect(shrunk?.bytes).toBeLessThanOrEqual(wanted.maxBytes);
    expect(shrunk?.bytes).toBeGreaterThan(wanted.maxBytes / 2);
    const { format, streams } = probe(wanted.to);
    expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
    expect(streams[0]).toMatchObject({ width: 320, height: 180 });
    expect(Math.abs(format.duration - 1)).toBeLessThan(0.1);
    expect(await readMp4File(wanted.to)).toMatchObject({ width: 320, height: 180 });
    expect(readdirSync(wanted.folder)).toEqual(['small.mp4']);
  });

  test('tells how far it is: rising, from the first pass to the end of the second', async () => {
    const { told } = await ordinary();
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
    expect(told[0]).toBeLessThanOrEqual(0.5);
    expect(told.at(-1)).toBeGreaterThan(0.9);
    expect(told.at(-1)).toBeLessThanOrEqual(1);
  });

  test('of a silent, upright video gives a silent one, whose longer side is smaller and whose shape is the same', async () => {
    const upright = join(temporaryFolder(), 'upright.mp4');
    writeNoisyFilm({ path: upright, seconds: 0.5, size: '540x960', silent: true });
    const wanted = request({ from: upright, seconds: 0.5, width: 540, height: 960, maxBytes: 58_000 });
    expect(await shrinkVideo(wanted)).toBeDefined();
    const { streams } = probe(wanted.to);
    expect(streams).toEqual([{ codec_name: 'h264', width: 480, height: 854 }]);
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

import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { FfmpegError, findFfmpeg, runFfmpeg } from '../../../src/media/ffmpeg.ts';
import { rejection } from '../../support/rejection.ts';

/** A program in the place of ffmpeg. */
function program(script: string): string {
  const path = join(temporaryFolder(), 'ffmpeg');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const signal = new AbortController().signal;

describe('looking for ffmpeg', () => {
  test('finds the first one that can be run', () => {
    const path = program('exit 0');
    const plain = temporaryFolder();
    writeFileSync(join(plain, 'ffmpeg'), 'a file, not a program');
    const folders = ['', plain, temporaryFolder(), join(path, '..')];
    expect(findFfmpeg(folders.join(delimiter))).toBe(path);
  });

  test.each([undefined, '', '/nowhere'])('finds none in %j', (path) => {
    expect(findFfmpeg(path)).toBeUndefined();
  });
});

test('progress is told in seconds, also when its lines come in pieces', async () => {
  const told: number[] = [];
  const ffmpeg = program(
    "printf 'frame=1\\nout_time_us=15'; printf '00000\\nout_time_us=N/A\\nout_time_us=2250000\\n'",
  );
  await runFfmpeg({ ffmpeg, args: [], signal, onProgress: (seconds) => told.push(seconds) });
  expect(told).toEqual([1.5, 2.25]);
});

test('a failure carries the last words of ffmpeg, and not all of them', async () => {
  const ffmpeg = program("head -c 100000 /dev/zero | tr '\\0' x >&2; echo 'no such codec' >&2; exit 3");
  const error = await rejection(runFfmpeg({ ffmpeg, args: [], signal }), FfmpegError);
  expect(error.message).toMatch(/ended with 3: x+\n?no such codec$/);
  expect(error.message.length).toBeLessThan(2_100);
});

test('a program that is not there is a failure of its own kind', async () => {
  await rejection(runFfmpeg({ ffmpeg: '/nowhere/ffmpeg', args: [], signal }), FfmpegError);
});

test("ffmpeg runs with limits on memory and time, and knows nothing of the bot's settings", async () => {
  const ffmpeg = program('{ ulimit -v; ulimit -t; env | grep -c HOME; echo "$@"; } >&2; exit 1');
  expect(process.env.HOME).toBeDefined();
  const error = await rejection(runFfmpeg({ ffmpeg, args: ['last'], signal }), FfmpegError);
  expect(error.message).toMatch(/: 6291456\n3600\n0\n.*-max_alloc \d+ -max_pixels \d+ last$/);
});

test.runIf(existsSync('/proc/self/oom_score_adj'))(
  'where memory runs out, ffmpeg goes and the bot stays',
  async () => {
    const ffmpeg = program('cat /proc/self/oom_score_adj >&2; exit 1');
    const error = await rejection(runFfmpeg({ ffmpeg, args: [], signal }), FfmpegError);
    expect(error.message).toMatch(/: 1000$/);
  },
);

test('a run that is given up ends its program and fails with the reason', async () => {
  const stop = new AbortController();
  const reason = new Error('closing');
  const ffmpeg = program('echo out_time_us=1; exec sleep 600');
  const run = runFfmpeg({ ffmpeg, args: [], signal: stop.signal, onProgress: () => stop.abort(reason) });
  await expect(run).rejects.toBe(reason);
});

test('a run that was given up before it began starts nothing', async () => {
  const path = join(temporaryFolder(), 'started');
  const run = runFfmpeg({ ffmpeg: program(`touch ${path}`), args: [], signal: AbortSignal.abort('closing') });
  await expect(run).rejects.toBe('closing');
  expect(existsSync(path)).toBe(false);
});

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ffmpeg, skipsWithout } from '../../../sandbox/test/support/needs.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { shrinkVideo } from '../../../src/media/shrink.ts';
import { writeNoisyFilm } from '../../support/films.ts';

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

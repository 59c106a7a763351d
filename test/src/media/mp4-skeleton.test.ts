import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFile } from '../../../sandbox/test/support/temporary-folder.ts';
import { readMp4File } from '../../../src/media/mp4-file.ts';
import { strikeToSkeleton } from '../../../src/media/mp4-skeleton.ts';
import { entriesOf } from '../../../src/media/mp4-tables.ts';
import {
  withFragmentDefaults,
  withPlainSound,
  withRunOf,
  withSampleCount,
} from '../../support/hostile-files.ts';
import { box, mp4 } from '../../support/video-samples.ts';

let film: Buffer;

beforeAll(async () => {
  film = await mp4(192, 108, 1);
});

const judged = async (bytes: Buffer) => await readMp4File(temporaryFile(bytes));

/** The index of a film with a number in one of its boxes changed. */
function withNumber(type: string, offset: number, value: number): Buffer {
  const changed = Buffer.from(film);
  changed.writeUInt32BE(value, changed.indexOf(type) + 4 + offset);
  return changed;
}

describe('a count that nothing stands behind is refused before a library sees it', () => {
  test.each<[string, () => Buffer]>([
    ['samples of one size', () => withSampleCount(film, 100_001)],
    ['2^24 samples of one size', () => withSampleCount(film, 2 ** 24)],
    ['sizes of samples', () => withNumber('stsz', 8, 1_000)],
    ['times', () => withNumber('stts', 4, 1_000)],
    ['chunks', () => withNumber('stco', 4, 0xffffffff)],
    ['samples of chunks', () => withNumber('stsc', 4, 0x10000000)],
    ['descriptions', () => withNumber('stsd', 4, 1_000)],
    ['a run of samples without fields', () => withRunOf(film, 2 ** 28)],
    [
      'ten runs that are too many together',
      () => {
        const [run] = [withRunOf(film, 20_000).subarray(film.length)];
        return Buffer.concat([film, ...Array.from({ length: 10 }, () => run)]);
      },
    ],
  ])('%s', async (_, bytes) => {
    expect(await judged(bytes())).toBeUndefined();
  });

  test('and one that is as large as it may be is not', async () => {
    expect(await judged(withSampleCount(film, 100_000))).toMatchObject({ width: 192 });
  });
});

test('a run has room for the fields that its flags announce, or none', () => {
  const run = (flags: number, bytes: number) => {
    const content = Buffer.alloc(8 + bytes);
    content.writeUInt32BE(flags, 0);
    content.writeUInt32BE(10, 4);
    return entriesOf('trun', content);
  };
  expect([run(0, 0), run(0x300, 80), run(0x305, 88)]).toEqual([10, 10, 10]);
  expect([run(0x300, 79), run(0x305, 87), run(0xf00, 80)]).toEqual([undefined, undefined, undefined]);
});

test('sound of a million samples is not looked at', async () => {
  expect(await judged(withPlainSound(film, 1_440_000))).toMatchObject({ width: 192 });
});

test('what a library could break on and nobody needs is struck out, and nothing is moved', () => {
  const index = Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('moov', Buffer.concat([box('mvhd'), box('udta', box('meta', Buffer.alloc(20, 0xff))), box('iods')])),
    box('sidx', Buffer.alloc(20)),
  ]);
  const before = index.length;
  expect(strikeToSkeleton(index)).toBe(true);
  const text = index.toString('latin1');
  expect(text).toMatch(/ftyp.*moov.*mvhd/s);
  expect(text).not.toMatch(/udta|iods|sidx/);
  expect(index.length).toBe(before);
});

test('a name of megabytes is refused', () => {
  const header = box('mvhd', Buffer.alloc(65 * 1024));
  expect(strikeToSkeleton(box('moov', header))).toBe(false);
});

test('the length of a fragmented video is that of all its fragments, however far behind they stand', async () => {
  const samples = 1_000;
  const gap = box('free', Buffer.alloc(300_000));
  const fragmented = withFragmentDefaults(film, { durationTicks: 10 });
  const fragment = withRunOf(film, samples).subarray(film.length);
  const [one, two] = [[fragment], [fragment, gap, fragment]].map((pieces) =>
    Buffer.concat([fragmented, ...pieces]),
  );
  const seconds = await Promise.all(
    [one, two].map(async (bytes: Buffer = film) => (await judged(bytes))?.seconds),
  );
  const timescale = film.readUInt32BE(film.indexOf('mdhd') + 16);
  expect((seconds[1] ?? 0) - (seconds[0] ?? 0)).toBeCloseTo((samples * 10) / timescale, 6);
});

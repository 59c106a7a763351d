import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { wav } from '../../../sandbox/test/support/audio-samples.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { readMp4File } from '../../../src/media/mp4-file.ts';
import { box, mp4 } from '../../support/video-samples.ts';

const fileType = box('ftyp', Buffer.from('isom\0\0\0\0isomavc1', 'latin1'));
let film: Buffer;

beforeAll(async () => {
  film = await mp4(192, 108, 2);
});

function file(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), 'video.mp4');
  writeFileSync(path, bytes);
  return path;
}

test('an MP4 with H.264 in it says its size and length', async () => {
  const inspection = await readMp4File(file(film));
  expect(inspection).toMatchObject({
    is: 'video',
    video: { codec: expect.stringMatching(/^avc1\./), width: 192, height: 108 },
  });
  expect('video' in inspection && inspection.video.seconds).toBeCloseTo(2, 1);
});

test.each([
  ['nothing', () => Buffer.alloc(0), 'empty'],
  ['an HTML page', () => Buffer.from('<!doctype html><title>Sign in</title>'), 'not-mp4'],
  ['a WAV', () => wav(2), 'not-mp4'],
  ['three bytes', () => Buffer.from('abc'), 'not-mp4'],
  ['cut after its first kilobyte', () => film.subarray(0, 1_000), 'truncated'],
  ['cut before its last byte', () => film.subarray(0, -1), 'truncated'],
  ['a file type and nothing else', () => fileType, 'unreadable'],
  [
    'a box that promises four gigabytes',
    () => Buffer.concat([fileType, box('moov', undefined, 0xfffffff0)]),
    'truncated',
  ],
  [
    'noise behind a file type',
    () => Buffer.concat([fileType, Buffer.alloc(5_000, 0xff)]),
    /truncated|unreadable/,
  ],
])('%s is no video', async (_, bytes, expected) => {
  const { is } = await readMp4File(file(bytes()));
  expect(is).toMatch(expected);
});

test('an MP4 without pictures has no H.264', async () => {
  // The name of the codec is the only thing that makes the track H.264.
  const other = Buffer.from(film);
  for (let at = other.indexOf('avc1'); at >= 0; at = other.indexOf('avc1', at + 4)) other.write('xxxx', at);
  expect(await readMp4File(file(other))).toEqual({ is: 'no-h264' });
});

test('a file of gigabytes is judged by its index without reading the rest', async () => {
  const gapBytes = 3 * 1024 ** 3;
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1, 0);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(gapBytes), 8);
  const path = file(Buffer.concat([film, header]));
  // A hole: it takes no room on the disk.
  truncateSync(path, film.length + gapBytes);
  expect(await readMp4File(path)).toMatchObject({ is: 'video' });
});

test('a file of gigabytes without an index is given up', async () => {
  const path = file(Buffer.concat([fileType, box('free', undefined, 0)]));
  truncateSync(path, 3 * 1024 ** 3);
  expect(await readMp4File(path)).toEqual({ is: 'unreadable' });
});

import { truncateSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { wav } from '../../../sandbox/test/support/audio-samples.ts';
import { temporaryFile } from '../../../sandbox/test/support/temporary-folder.ts';
import { readMp4File } from '../../../src/media/mp4-file.ts';
import { box, mp4 } from '../../support/video-samples.ts';

const fileType = box('ftyp', Buffer.from('isom\0\0\0\0isomavc1', 'latin1'));
let film: Buffer;

beforeAll(async () => {
  film = await mp4(192, 108, 2);
});

test('an MP4 with H.264 in it says its size and length', async () => {
  expect(await readMp4File(temporaryFile(film))).toEqual({
    width: 192,
    height: 108,
    seconds: expect.closeTo(2, 1),
  });
});

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['an HTML page', () => Buffer.from('<!doctype html><title>Sign in</title>')],
  ['a WAV', () => wav(2)],
  ['three bytes', () => Buffer.from('abc')],
  ['a film behind something else', () => Buffer.concat([box('free'), film])],
  ['cut after its first kilobyte', () => film.subarray(0, 1_000)],
  ['cut before its last byte', () => film.subarray(0, -1)],
  ['a file type and nothing else', () => fileType],
  ['a box that promises four gigabytes', () => Buffer.concat([fileType, box('moov', undefined, 0xfffffff0)])],
  ['noise behind a file type', () => Buffer.concat([fileType, Buffer.alloc(5_000, 0xff)])],
])('%s is no video', async (_, bytes) => {
  expect(await readMp4File(temporaryFile(bytes()))).toBeUndefined();
});

test('an MP4 without pictures has no H.264', async () => {
  // The name of the codec is the only thing that makes the track H.264.
  const other = Buffer.from(film);
  for (let at = other.indexOf('avc1'); at >= 0; at = other.indexOf('avc1', at + 4)) other.write('xxxx', at);
  expect(await readMp4File(temporaryFile(other))).toBeUndefined();
});

test('a file of gigabytes is judged by its index without reading the rest', async () => {
  const gapBytes = 3 * 1024 ** 3;
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1, 0);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(gapBytes), 8);
  const path = temporaryFile(Buffer.concat([film, header]));
  // A hole: it takes no room on the disk.
  truncateSync(path, film.length + gapBytes);
  expect(await readMp4File(path)).toMatchObject({ width: 192 });
});

test('a file of gigabytes without an index is given up', async () => {
  const path = temporaryFile(Buffer.concat([fileType, box('free', undefined, 0)]));
  truncateSync(path, 3 * 1024 ** 3);
  expect(await readMp4File(path)).toBeUndefined();
});

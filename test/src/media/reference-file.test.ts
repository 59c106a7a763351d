import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { wav } from '../../../sandbox/test/support/audio-samples.ts';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { anyAddress, typedAddresses } from '../../../src/media/addresses.ts';
import { DownloadError } from '../../../src/media/download-error.ts';
import { readReferenceFile } from '../../../src/media/reference-content.ts';
import { type GivenReference, inspectReference } from '../../../src/media/reference-file.ts';
import type { RefusalFacts } from '../../../src/refusal/refusal.ts';
import { videoModels } from '../../../src/service/models.ts';
import { bmp, picture } from '../../support/image-samples.ts';
import { inlineInspectors } from '../../support/inline-inspectors.ts';
import { png } from '../../support/png-samples.ts';
import { refusal, rejection } from '../../support/rejection.ts';
import { announced, ScriptedService } from '../../support/scripted-service.ts';
import { mp4 } from '../../support/video-samples.ts';

const clear = png({
  width: 240,
  height: 240,
  colourType: 6,
  rows: Array.from({ length: 240 }, (_, row) => new Uint8Array(960).fill(255).with(0, row)),
});
const halfPng = clear.subarray(0, clear.length / 2);

const limits = videoModels['gen2.6-r2v'].references;
const megabyte = 1024 * 1024;
const service = ScriptedService.forEachTest();
let film: Buffer;
let shortFilm: Buffer;

beforeAll(async () => {
  film = await mp4(192, 108, 2);
  shortFilm = await mp4(64, 64, 0.9);
});

async function inspected(changes: Partial<GivenReference> = {}) {
  const url = `${service.url}/cat.txt`;
  return await inspectReference({
    inspectors: inlineInspectors,
    personId: 'ann',
    url,
    policy: anyAddress,
    index: 2,
    option: 'file_2',
    limits,
    ...changes,
  });
}

async function refusalOf(changes: Partial<GivenReference> = {}): Promise<RefusalFacts> {
  return await refusal(inspected(changes));
}

function withBrand(brand: string): Buffer {
  const other = Buffer.from(film);
  other.write(brand, other.indexOf('ftyp') + 4, 'latin1');
  return other;
}

function withCodec(codec: string): Buffer {
  const other = Buffer.from(film);
  for (let at = other.indexOf('avc1'); at >= 0; at = other.indexOf('avc1', at + 4)) other.write(codec, at);
  return other;
}

describe('a picture is known by its content', () => {
  test.each([
    ['jpeg', () => picture('jpeg', 300, 240)],
    ['png', () => picture('png', 300, 240)],
    ['webp', () => picture('webp', 300, 240)],
    ['bmp', () => bmp(300, 240)],
    ['bmp', () => bmp(300, -240)],
  ])('a %s, whatever it is called', async (format, bytes) => {
    service.answer({ body: bytes(), headers: { 'content-type': 'text/plain' } });
    expect(await inspected()).toEqual({
      kind: 'image',
      format,
      width: 300,
      height: 240,
      transparent: false,
    });
  });
});

describe('a video is known by its content', () => {
  test.each([
    ['an MP4', () => film, 'mp4'],
    ['a MOV', () => withBrand('qt  '), 'mov'],
    ['an MP4 of a codec that results never have', () => withCodec('hvc1'), 'mp4'],
  ])('%s', async (_, bytes, format) => {
    service.answer({ body: bytes(), headers: { 'content-type': 'image/png' } });
    const reference = await inspected();
    expect(reference).toMatchObject({ kind: 'video', format, width: 192, height: 108 });
    expect('seconds' in reference && reference.seconds).toBeCloseTo(2, 1);
  });
});

test.each<[string, () => Uint8Array]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a web page', () => Buffer.from('<!doctype html><title>Sign in</title>')],
  [
    'a drawing in XML',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>'),
  ],
  ['a text that begins like a bitmap', () => Buffer.from('BMX is a sport '.repeat(20))],
  ['a GIF', () => picture('gif', 300, 300)],
  ['a sound', () => wav(3)],
  ['half a PNG with an alpha channel', () => halfPng],
  ['the beginning of a JPEG', () => picture('jpeg', 300, 300).subarray(0, 20)],
  ['a video that ends too early', () => film.subarray(0, -1)],
  ['a phone video of the older kind', () => withBrand('3gp4')],
  [
    'a still picture in a video container',
    () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')]),
  ],
])('%s is the wrong kind, whatever it says it is', async (_, bytes) => {
  service.answer({ body: bytes(), headers: { 'content-type': 'image/jpeg' } });
  expect(await refusalOf({ url: `${service.url}/cat.jpg` })).toEqual({
    code: 'reference-wrong-kind',
    index: 2,
  });
});

describe('the sides of a picture', () => {
  test.each([
    ['the smallest', 240, 240],
    ['a very wide one', 8_000, 240],
    ['a very high one', 240, 8_000],
  ])('%s may be used', async (_, width, height) => {
    service.answer({ body: picture('jpeg', width, height) });
    expect(await inspected()).toMatchObject({ width, height });
  });

  test.each([
    [239, 240],
    [240, 239],
    [8_001, 240],
    [240, 8_001],
  ])('%i × %i is refused with the limits', async (width, height) => {
    service.answer({ body: picture('jpeg', width, height) });
    const expected = { code: 'reference-wrong-size', index: 2, minPixels: 240, maxPixels: 8_000 };
    expect(await refusalOf()).toEqual(expected);
  });
});

test('a PNG that one can see through is refused, a WEBP is not', async () => {
  service.answer({ body: picture('png', 300, 300, 0.5) }, { body: picture('webp', 300, 300, 0.5) });
  expect(await refusalOf()).toEqual({ code: 'reference-transparent', index: 2 });
  expect(await inspected()).toMatchObject({ format: 'webp' });
});

const wrongLength = { code: 'reference-wrong-length', index: 2, minSeconds: 1 };

test('a video of less than a second is refused with the limits', async () => {
  service.answer({ body: shortFilm });
  expect(await refusalOf()).toEqual({ ...wrongLength, maxSeconds: 30 });
});

test('a video that is longer than allowed is refused with the limits', async () => {
  service.answer({ body: film });
  const video = { ...limits.video, maxSeconds: 1.5 };
  expect(await refusalOf({ limits: { ...limits, video } })).toEqual({ ...wrongLength, maxSeconds: 1.5 });
});

describe('a file that is too large', () => {
  test('by its announced size is refused with the largest limit', async () => {
    service.answer(announced(100 * megabyte + 1));
    expect(await refusalOf()).toEqual({ code: 'reference-too-large', index: 2, limitMegabytes: 100 });
  });

  test('for a picture is refused with the limit of pictures', async () => {
    const heavy = Buffer.concat([picture('jpeg', 300, 300), Buffer.alloc(20 * megabyte)]);
    service.answer({ body: heavy });
    expect(await refusalOf()).toEqual({ code: 'reference-too-large', index: 2, limitMegabytes: 20 });
  });

  test('for a picture may be a video', async () => {
    const free = Buffer.alloc(20 * megabyte);
    free.writeUInt32BE(free.length, 0);
    free.write('free', 4, 'latin1');
    service.answer({ body: Buffer.concat([film, free]) });
    expect(await inspected()).toMatchObject({ kind: 'video' });
  });

  test('and nothing that is known is of the wrong kind', async () => {
    const path = join(temporaryFolder(), 'noise');
    writeFileSync(path, 'noise');
    truncateSync(path, 21 * megabyte);
    expect(await readReferenceFile(path, limits.image)).toEqual({ kind: 'other' });
  });
});

describe('a file that cannot be had', () => {
  test('names the option it came from', async () => {
    service.answer({ status: 404, body: 'no' });
    expect(await refusalOf()).toEqual({ code: 'file-unreachable', option: 'file_2' });
  });

  test('because the bot is stopping is not refused, but given up', async () => {
    const stop = new AbortController();
    service.answer(() => stop.abort());
    const error = await rejection(inspected({ signal: stop.signal }), DownloadError);
    expect(error.reason).toBe('aborted');
  });

  test('because its address is inside the network is refused with the option', async () => {
    expect(await refusalOf({ policy: typedAddresses('file_2') })).toEqual({
      code: 'url-private',
      option: 'file_2',
    });
    expect(service.heard).toEqual([]);
  });
});

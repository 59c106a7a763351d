import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { anyAddress } from '../../../src/media/addresses.ts';
import { jpegOf } from '../../../src/media/picture.ts';
import { bmp, picture } from '../../support/image-samples.ts';
import { inlineInspectors } from '../../support/inline-inspectors.ts';
import { refusal } from '../../support/rejection.ts';
import { ScriptedService } from '../../support/scripted-service.ts';

const service = ScriptedService.forEachTest();

async function turned(bytes: Uint8Array, maxJpegBytes = 190_000): Promise<Uint8Array> {
  service.answer({ body: bytes });
  return await jpegFromService(maxJpegBytes);
}

async function jpegFromService(maxJpegBytes = 190_000): Promise<Uint8Array> {
  const url = `${service.url}/holiday`;
  const given = { inspectors: inlineInspectors, personId: 'ann', url, option: 'image', policy: anyAddress };
  return await jpegOf(given, maxJpegBytes);
}

/** As hard to compress as a picture can be. */
function noise(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let at = 0; at < image.data.length; at += 1) image.data[at] = (at * 2_654_435_761) >>> 24;
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  context.putImageData(image, 0, 0);
  return canvas.toBuffer('image/png');
}

describe('a picture that is shown', () => {
  test.each([
    ['a JPEG', () => picture('jpeg', 320, 240)],
    ['a PNG', () => picture('png', 320, 240)],
    ['a WebP', () => picture('webp', 320, 240)],
    ['a bitmap', () => bmp(320, 240)],
  ])('from %s becomes a JPEG of its size', async (_, bytes) => {
    const jpeg = await turned(bytes());
    expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(await loadImage(Buffer.from(jpeg))).toMatchObject({ width: 320, height: 240 });
  });

  test.each([
    [3_840, 2_160, 1_920, 1_080],
    [2_160, 3_840, 1_080, 1_920],
    [2_000, 2_000, 1_080, 1_080],
    [3_000, 100, 1_920, 64],
  ])('of %i x %i becomes %i x %i', async (width, height, toWidth, toHeight) => {
    const image = await loadImage(Buffer.from(await turned(picture('jpeg', width, height))));
    expect([image.width, image.height]).toEqual([toWidth, toHeight]);
  });

  test('is made smaller until it fits', async () => {
    const jpeg = await turned(noise(900, 900), 60_000);
    expect(jpeg.byteLength).toBeLessThanOrEqual(60_000);
    const image = await loadImage(Buffer.from(jpeg));
    expect(image.width).toBeLessThan(900);
  });

  test('is white where it was clear, not black', async () => {
    const image = await loadImage(Buffer.from(await turned(picture('png', 64, 64, 0))));
    const canvas = createCanvas(64, 64);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const [red = 0] = canvas.getContext('2d').getImageData(32, 32, 1, 1).data;
    expect(red).toBeGreaterThan(250);
  });
});

describe('what is no picture', () => {
  test.each<[string, () => Uint8Array]>([
    ['a web page', () => Buffer.from('<!doctype html><title>Sign in</title>')],
    [
      'a drawing that asks for other files',
      () => Buffer.from('<svg><image href="file:///etc/hostname"/></svg>'),
    ],
    ['a GIF', () => picture('gif', 64, 64)],
    ['half a PNG', () => picture('png', 300, 300).subarray(0, 60)],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s is refused', async (_, bytes) => {
    expect(await refusal(turned(bytes()))).toEqual({ code: 'call-picture-kind' });
  });

  test('a picture of too many pixels is refused before it is decoded', async () => {
    const huge = picture('png', 8, 8);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const large = { code: 'call-picture-large', limitMegapixels: 24 };
    expect(await refusal(turned(huge))).toMatchObject(large);
  });

  test('a file that is gone is said to be out of reach', async () => {
    service.always({ status: 404 });
    expect(await refusal(jpegFromService())).toEqual({ code: 'file-unreachable', option: 'image' });
  });
});

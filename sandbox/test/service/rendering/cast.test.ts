import { describe, expect, test } from 'vitest';
import { castOf } from '../../../service/rendering/cast.ts';
import type { ReferencePicture, RenderJob } from '../../../service/rendering/renderer.ts';
import { Scene } from '../../../service/rendering/scene.ts';
import { bmpOf, imageOf } from '../reference-files.ts';

const red = 'rgb(255, 0, 0)';
const blue = 'rgb(0, 0, 255)';

async function picture(label: string, bytes: Uint8Array | Promise<Uint8Array>): Promise<ReferencePicture> {
  return { label, kind: 'image', bytes: await bytes };
}

/** Red, green and blue in the middle of a tile. */
async function middleOf(reference: ReferencePicture): Promise<number[]> {
  const [member] = await castOf([reference]);
  const tile = member?.tile;
  const data = tile?.getContext('2d').getImageData(tile.width / 2, tile.height / 2, 1, 1).data ?? [];
  return [...data].slice(0, 3);
}

describe('the cast of a film', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('shows a picture in %s', async (format) => {
    const [r = 0, g = 0, b = 0] = await middleOf(await picture('one', imageOf(format, 300, 240, blue)));
    expect(b).toBeGreaterThan(240);
    expect(Math.max(r, g)).toBeLessThan(20);
  });

  test('shows a picture in BMP', async () => {
    expect(await middleOf(await picture('one', bmpOf(240, 240)))).toEqual([0x80, 0x80, 0x80]);
  });

  test('shows a sign for a video', async () => {
    expect(await middleOf({ label: 'one', kind: 'video', seconds: 2 })).toEqual([255, 255, 255]);
  });

  test('keeps the order and the names', async () => {
    const cast = await castOf([
      await picture('character1', imageOf('png', 240, 240, red)),
      { label: 'character2', kind: 'video', seconds: 2 },
      await picture('character3', imageOf('png', 240, 240, blue)),
    ]);
    expect(cast.map(({ label }) => label)).toEqual(['character1', 'character2', 'character3']);
  });

  test('is drawn from the left to the right, and five of them fit', async () => {
    const colours = [red, blue, red, blue, red];
    const cast = await castOf(
      await Promise.all(
        colours.map((colour, index) => picture(`${index}`, imageOf('png', 240, 240, colour))),
      ),
    );
    const job: RenderJob = {
      model: 'gen2.6-r2v',
      prompt: 'All together',
      width: 720,
      height: 1280,
      durationSeconds: 2,
      seed: 7,
      watermark: false,
      sound: true,
      references: [],
    };
    const alone = new Scene(job, 10, '').draw(0).slice();
    const together = new Scene(job, 10, '', cast).draw(0).slice();
    const rowOf = (frame: Uint8Array) => frame.subarray(580 * job.width, 581 * job.width);
    const background = rowOf(alone);
    const nameOf = (luma: number) => (luma > 55 && luma < 75 ? 'red' : luma > 25 && luma < 40 ? 'blue' : '');
    const names = Array.from(rowOf(together), (luma, x) => (luma === background[x] ? '' : nameOf(luma)));
    // The edges of a tile are blurred: only what stays the same for a while counts.
    const steady = names.filter((name, x) => name !== '' && names[x - 12] === name);
    const order = steady.filter((name, at) => name !== steady[at - 1]);
    expect(order).toEqual(['red', 'blue', 'red', 'blue', 'red']);
  });
});

test('a picture that cannot be decoded rejects', async () => {
  await expect(castOf([await picture('one', Buffer.from('no picture'))])).rejects.toThrow();
});

import { describe, expect, test } from 'vitest';
import { videoModels } from '../../../../src/service/models.ts';
import { type PictureWish, pictureOf, sizesOf } from '../../../../src/service/video/sizes.ts';
import { documentedModels, legacyRows, newProtocolRows, rowsOf } from '../../../support/model-tables.ts';

const sizes = [...new Set([...newProtocolRows, ...legacyRows].map(([, , size]) => size))];

describe.each(documentedModels)('$name', (documented) => {
  const model = videoModels[documented.name];
  const rows = rowsOf(documented);

  test('has its own sizes and refuses every other with the list of what it has', () => {
    for (const size of sizes) {
      const row = rows.find((each) => each[2] === size);
      const expected = row
        ? { size: expect.objectContaining({ size, tier: row[0], ratio: row[1] }) }
        : { refused: 'size', has: sizesOf(model) };
      expect(pictureOf(model, { size })).toEqual(expected);
    }
  });

  test('has what its tiers and ratios give together', () => {
    for (const resolution of ['480P', '720P', '1080P'] as const) {
      for (const ratio of ['16:9', '9:16', '1:1', '4:3', '3:4'] as const) {
        const row = rows.find((each) => each[0] === resolution && each[1] === ratio);
        const refused = documented.tiers.includes(resolution) ? 'ratio' : 'resolution';
        expect(pictureOf(model, { resolution, ratio })).toEqual(
          row ? { size: expect.objectContaining({ size: row[2] }) } : { refused, has: sizesOf(model) },
        );
      }
    }
  });

  test('makes its default when nothing is asked for', () => {
    expect(pictureOf(model, {})).toMatchObject({ size: { size: documented.defaultSize } });
  });
});

test.each<[PictureWish, string]>([
  [{ resolution: '720P' }, '1280*720'],
  [{ ratio: '9:16' }, '1080*1920'],
  [{ size: ' 1280x720 ' }, '1280*720'],
  [{ size: '720 × 1280' }, '720*1280'],
  [{ size: '960*960', resolution: '720P', ratio: '1:1' }, '960*960'],
])('%j of gen2.6-t2v is %s', (wish, size) => {
  expect(pictureOf(videoModels['gen2.6-t2v'], wish)).toMatchObject({ size: { size } });
});

test.each<[PictureWish, string]>([
  [{ size: '1280*720', resolution: '1080P' }, 'resolution'],
  [{ size: '1280*720', ratio: '1:1' }, 'ratio'],
  [{ size: '720P' }, 'size'],
  [{ ratio: '2:1' }, 'ratio'],
  [{ resolution: '8K', ratio: '2:1' }, 'resolution'],
])('%j is refused for its %s', (wish, refused) => {
  expect(pictureOf(videoModels['gen2.6-t2v'], wish)).toMatchObject({ refused });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { videoModels } from '../../../../src/service/models.ts';
import { checkReferenceCount } from '../../../../src/service/video/request-fields.ts';

const rule = videoModels['gen2.6-r2v'].references;
const kinds = (images: number, videos: number) => [
  ...Array<'image'>(images).fill('image'),
  ...Array<'video'>(videos).fill('video'),
];

test('images up to five, videos up to three, and together up to five', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.nat(8), (images, videos) => {
      const fits = images <= 5 && videos <= 3 && images + videos <= 5;
      expect(checkReferenceCount(kinds(images, videos), rule).length === 0).toBe(fits);
    }),
  );
});

test('what there is too much of is named, with the limit', () => {
  expect(checkReferenceCount(kinds(0, 4), rule)).toEqual([{ of: 'video', count: 4, max: 3 }]);
  expect(checkReferenceCount(kinds(3, 3), rule)).toEqual([{ of: 'file', count: 6, max: 5 }]);
});

import { expect, test } from 'vitest';
import { frameSize, isVideoModelName, videoModels } from '../../../src/service/models.ts';

/** Document 1, section A, "Output resolution by tier and ratio". */
const sizes = [
  ['720P', '16:9', 1280, 720],
  ['720P', '9:16', 720, 1280],
  ['720P', '1:1', 960, 960],
  ['720P', '4:3', 1104, 832],
  ['720P', '3:4', 832, 1104],
  ['1080P', '16:9', 1920, 1080],
  ['1080P', '9:16', 1080, 1920],
  ['1080P', '1:1', 1440, 1440],
  ['1080P', '4:3', 1648, 1248],
  ['1080P', '3:4', 1248, 1648],
] as const;

test.each(sizes)('%s at %s is %i by %i pixels', (resolution, ratio, width, height) => {
  expect(frameSize('gen2.7-t2v', resolution, ratio)).toEqual({ width, height });
});

test('gen2.7-t2v has the limits and defaults of the document', () => {
  expect(videoModels['gen2.7-t2v']).toMatchObject({
    kind: 'new-text',
    promptLimit: 5_000,
    negativePromptLimit: 500,
    audio: { formats: ['wav', 'mp3'], minSeconds: 2, maxSeconds: 30, maxBytes: 15 * 1024 * 1024 },
    duration: { rule: 'range', minSeconds: 2, maxSeconds: 15, defaultSeconds: 5 },
    seed: { min: 0, max: 2_147_483_647 },
    defaults: { resolution: '1080P', ratio: '16:9', promptExtend: true, watermark: false },
  });
});

test('only a model of the table is a model', () => {
  expect(['gen2.7-t2v', 'gen9', 'toString'].map(isVideoModelName)).toEqual([true, false, false]);
});

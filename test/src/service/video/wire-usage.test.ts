import { expect, test } from 'vitest';
import { usageOf, wireUsage } from '../../../../src/service/video/wire.ts';

const made = (seconds: number) => ({
  duration: seconds,
  input_video_duration: 0,
  output_video_duration: seconds,
  video_count: 1,
});

/** The three columns of document 1's usage table. */
test.each([
  [
    'new text-to-video',
    { ...made(5), SR: 720, ratio: '16:9' },
    { billedSeconds: 5, outputSeconds: 5, tier: 720, ratio: '16:9' },
  ],
  [
    'legacy gen2.6',
    { ...made(10), SR: 1080, size: '1920*1080' },
    { billedSeconds: 10, outputSeconds: 10, tier: 1080, size: '1920*1080' },
  ],
  [
    'legacy gen2.5 and earlier',
    { video_duration: 5, video_ratio: '832*480', video_count: 1 },
    { billedSeconds: 5, outputSeconds: 5, tier: 480, size: '832*480' },
  ],
  [
    'reference-to-video',
    { duration: 9.5, input_video_duration: 4, output_video_duration: 5, SR: 720, size: '1280*720' },
    { billedSeconds: 9.5, outputSeconds: 5, tier: 720, size: '1280*720' },
  ],
  [
    'reference-to-video without a sum',
    { input_video_duration: 4, output_video_duration: 5 },
    { billedSeconds: 9, outputSeconds: 5 },
  ],
  ['numbers as text', { duration: '5', SR: '720' }, { billedSeconds: 5, tier: 720 }],
  ['fields of the wrong kind', { duration: 5, SR: {}, ratio: 4, size: 'large' }, { billedSeconds: 5 }],
])('usage of %s says what is billed', (_, wire, expected) => {
  expect(usageOf(wireUsage.parse(wire))).toEqual(expected);
});

test.each([{}, { duration: -1 }, { duration: 'free' }, { SR: 720 }])('nothing is billed by %j', (wire) => {
  expect(usageOf(wireUsage.parse(wire))).toBeUndefined();
});

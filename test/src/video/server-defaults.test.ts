import { expect, it } from 'vitest';
import { serverSettingsSchema, type VideoPage } from '../../../src/community/settings-pages.ts';
import { withServerDefaults } from '../../../src/video/acceptance.ts';
import { checkAsk, modelsFor } from '../../../src/video/ask.ts';

const region = 'singapore';
const text = { of: 'text', prompt: 'a kite' } as const;
const page = (changes: Partial<VideoPage>): VideoPage => ({
  ...serverSettingsSchema.parse({}).video,
  ...changes,
});

it('takes what moderators chose for what the person left out, and nothing in place of what they chose', () => {
  const [, second = ''] = modelsFor('text', region);
  const chosen = page({ textModel: second, resolution: '480P', seconds: 4 });
  const filled = withServerDefaults(text, chosen, region);
  expect(filled).toMatchObject({ model: second });
  const own = { ...text, model: modelsFor('text', region)[0], resolution: '720P', duration: 5 };
  expect(withServerDefaults(own, chosen, region)).toEqual(own);
});

it.each(
  modelsFor('text', region).flatMap((model) =>
    ['480P', '720P', '1080P'].flatMap((resolution) =>
      [2, 5, 7, 15].map((seconds) => ({ model, resolution, seconds })),
    ),
  ),
)(
  'never makes a request that the model refuses: $model $resolution $seconds',
  ({ model, resolution, seconds }) => {
    const chosen = page({ textModel: model, resolution, seconds, longestSeconds: 8 });
    const { request } = checkAsk(withServerDefaults(text, chosen, region), region);
    expect(request.model).toBe(model);
    expect(request.durationSeconds).toBeLessThanOrEqual(8);
  },
);

it('ignores a model that the region does not serve', () => {
  const filled = withServerDefaults(text, page({ textModel: 'gone' }), region);
  expect(filled.model).toBe(modelsFor('text', region)[0]);
});

it('refuses more than the longest, by its length', () => {
  const limited = page({ longestSeconds: 4 });
  expect(() => withServerDefaults({ ...text, duration: 5 }, limited, region)).toThrow(
    expect.objectContaining({ facts: { code: 'video-longer-than-here', limit: 4 } }),
  );
});

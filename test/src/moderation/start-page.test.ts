import { describe, expect, it } from 'vitest';
import type { WorstDay } from '../../../src/moderation/settings-desk.ts';
import { startLines } from '../../../src/moderation/start-page.ts';
import { wordsFor } from '../../../src/words/index.ts';

const usual: WorstDay = {
  worst: [
    { unit: 'video-seconds', most: 600 },
    { unit: 'small-video-seconds', most: 600 },
    { unit: 'spoken-characters', most: 20_000 },
    { unit: 'live-seconds', most: 3_600 },
  ],
  videosTogether: undefined,
  money: undefined,
  currency: '€',
  unpriced: [],
};
const shown = (day: Partial<WorstDay>, locale = 'en-US') =>
  startLines([], { ...usual, ...day }, wordsFor(locale)).join('\n');

describe('what a day can cost, before anything is switched on', () => {
  it('is said in every unit, and asks for prices while there are none', () => {
    const text = shown({});
    expect(text).toContain('600 s of video');
    expect(text).toContain('600 s of small-model video');
    expect(text).toContain('20,000 characters');
    expect(text).toContain('60 min of live conversation');
    expect(text).toContain('Set prices in `/limits`');
  });

  it('is said in money once there are prices, and what has none is named', () => {
    const text = shown({ money: 84.5, unpriced: ['live-seconds'] });
    expect(text).toContain('**€84.50** a day');
    expect(text).toContain('No price yet: Live conversations');
    expect(text).not.toContain('Set prices');
    expect(shown({ money: 84.5 }, 'zh-CN')).toContain('**€84.50**');
  });

  it('has both kinds of videos once where the bot owner counts them together', () => {
    const text = shown({ videosTogether: 600 });
    expect(text).toContain('600 s of video');
    expect(text).not.toContain('small-model');
  });

  it('says it loudly when something is unlimited, and leaves out what nobody may use', () => {
    const text = shown({
      worst: [
        { unit: 'video-seconds', most: 'unlimited' },
        { unit: 'live-seconds', most: 0 },
        { unit: 'searches', most: 5 },
      ],
      money: 'unlimited',
    });
    expect(text).toContain('⚠️ Unlimited: Videos');
    expect(text).toContain('That can cost any amount');
    expect(text).not.toContain('live conversation');
    const nothing = shown({ worst: [{ unit: 'video-seconds', most: 0 }], money: 0 });
    expect(nothing).toContain('Nothing that costs money');
  });
});

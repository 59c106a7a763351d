import { describe, expect, it } from 'vitest';
import { type LimitsPage, limitsPageSchema } from '../../../src/community/limits.ts';
import {
  contradictionLines,
  type LimitsView,
  renderContradictions,
  renderLimits,
} from '../../../src/limits/panel-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { noOwnersLimits, nothingGoesOn } from '../../support/limits-world.ts';

const page = limitsPageSchema.parse({});
const paused: LimitsPage = { ...page, paused: { by: '2000000000000000003', at: 0 } };
const shown = (view: Partial<LimitsView>, locale = 'en-US') =>
  FakeMessenger.textOf(
    renderLimits(
      {
        ...{ page, owners: noOwnersLimits, subject: { is: 'everyone' }, isEverythingPaused: false },
        ...{ isOwner: false, goingOn: nothingGoesOn },
        ...view,
      },
      wordsFor(locale),
    ),
  );

describe('the panel of limits while spending is paused', () => {
  const goingOn = { videos: 2, waitingVideos: 1, texts: 1, hasCall: true };

  it('says what is paid already and goes on, and what waits', () => {
    const text = shown({ page: paused, goingOn });
    expect(text).toContain('Spending is paused by <@2000000000000000003>');
    expect(text).toContain('goes on: 2 videos, 1 text, a call, which ends within a minute');
    expect(text).toContain('Waiting for the pause to end: 1 video');
    expect(shown({ page: paused, goingOn }, 'zh-CN')).toContain('2 个视频、1 段朗读、一个通话');
  });

  it('says nothing of the kind while nothing goes on, or nothing is paused', () => {
    expect(shown({ page: paused })).not.toMatch(/Paid already|Waiting for/);
    expect(shown({ goingOn })).not.toMatch(/Paid already|Waiting for|paused/);
  });

  it("has a button to resume it, and the other one is the bot owner's", () => {
    expect(shown({ page: paused })).toContain('Resume spending');
    expect(shown({ page: paused })).not.toContain('every server');
    expect(shown({ isOwner: true })).toContain('Pause every server');
    expect(shown({ isOwner: true, isEverythingPaused: true })).toContain('Resume every server');
  });
});

it('the panel of limits says what just happened, if something did', () => {
  expect(shown({ headline: 'Saved a minute ago.' })).toContain('Saved a minute ago.');
  expect(shown({})).not.toContain('undefined');
});

it('amounts in Chinese have no space between characters', () => {
  const words = wordsFor('zh-CN');
  const found = [
    { is: 'day-above-month', day: 100, month: 50 },
    { is: 'person-above-server', period: 'day', person: 100, server: 50 },
    { is: 'newcomers-above-everyone', period: 'day', newcomers: 100, everyone: 50 },
    { is: 'above-owner', amount: 'unlimited', owner: 50 },
  ] as const;
  const limits = { id: 'x', subject: { is: 'everyone' } } as const;
  const texts = [
    shown({ subject: { is: 'newcomers' } }, 'zh-CN'),
    FakeMessenger.textOf(renderContradictions(found, 'video-seconds', limits, words)),
  ].join('\n');
  expect(texts).toContain('每天**无**');
  expect(texts).toContain('每天 100 秒超过了每月 50 秒。');
  expect(texts).not.toMatch(/\p{Script=Han}(\*\*)? (\*\*)?\p{Script=Han}/u);
});

describe('what contradicts itself on a page of limits', () => {
  const lines = (given: object, locale = 'en-US') =>
    contradictionLines(limitsPageSchema.parse(given), noOwnersLimits, wordsFor(locale));

  it('is nothing on one that nobody changed, and each thing once with whose it is', () => {
    expect(lines({})).toEqual([]);
    const given = {
      everyone: { searches: { day: 9, month: 5 } },
      server: { searches: { month: 4 } },
      people: { 7: { lifts: false, amounts: { searches: { day: 8, month: 6 } } } },
    };
    const found = lines(given);
    expect(new Set(found).size).toBe(found.length);
    for (const said of [
      /^\*\*For each person.*: 9 searches a day is more than 5 /,
      /^\*\*For each person.*use 5 searches a month, but the whole server only 4/,
      /<@7>.*8 .*a day is more than 6 /,
      /<@7>.*6 .*a month, but the whole server only 4/,
    ])
      expect(
        found.filter((line) => said.test(line)),
        String(said),
      ).toHaveLength(1);
    expect(lines(given, 'zh-CN')).toHaveLength(found.length);
  });
});

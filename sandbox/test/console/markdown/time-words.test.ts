import { describe, expect, test } from 'vitest';
import {
  messageTime,
  onDifferentDays,
  relativeWords,
  timeWords,
} from '../../../console/page/markdown/time-words.ts';

const nowMs = new Date(2026, 8, 14, 15, 30).getTime();
const minuteMs = 60_000;

describe('relative times', () => {
  test.each([
    [5 * minuteMs, 'in 5 minutes'],
    [-2 * 60 * minuteMs, '2 hours ago'],
    [-59_000, '59 seconds ago'],
    [-90_000, '1 minute ago'],
    [400 * 24 * 60 * minuteMs, 'in 1 year'],
  ])('%d ms away', (differenceMs, words) => {
    expect(relativeWords(nowMs + differenceMs, nowMs, 'en-US')).toBe(words);
  });

  test('in the language of the person, with a space where Discord has one', () => {
    expect(relativeWords(nowMs - 5 * minuteMs, nowMs, 'zh-CN')).toBe('5 分钟前');
  });
});

describe('the time of a message', () => {
  test('today, yesterday, before', () => {
    expect(messageTime(nowMs - minuteMs, nowMs, 'en-US')).toMatch(/^Today at 3:29\sPM$/);
    expect(messageTime(nowMs - 24 * 60 * minuteMs, nowMs, 'en-US')).toMatch(/^Yesterday at 3:30\sPM$/);
    expect(messageTime(nowMs - 48 * 60 * minuteMs, nowMs, 'en-US')).toMatch(/^9\/12\/26 3:30\sPM$/);
  });
});

test('days end at midnight where the person is', () => {
  const midnightMs = new Date(2026, 8, 14).getTime();
  expect(onDifferentDays(midnightMs - 1, midnightMs)).toBe(true);
  expect(onDifferentDays(midnightMs, nowMs)).toBe(false);
});

test('a time no calendar knows is named as such', () => {
  expect(timeWords(9e18, 'F', nowMs, 'en-US')).toBe('Invalid date');
  expect(timeWords(9e18, 'R', nowMs, 'en-US')).toBe('Invalid date');
});

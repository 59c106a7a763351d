import { expect, test } from 'vitest';
import { ago } from '../../../src/language/ago.ts';

const minuteMs = 60_000;

test.each([
  [-5, 'this minute', '此刻'],
  [59_999, 'this minute', '此刻'],
  [5 * minuteMs, '5 min. ago', '5 分钟前'],
  [60 * minuteMs, '1 hr. ago', '1 小时前'],
  [47 * 60 * minuteMs, 'yesterday', '昨天'],
  [30 * 24 * 60 * minuteMs, '30 days ago', '30 天前'],
] as const)('%d ms are told in the largest whole unit', (elapsedMs, english, chinese) => {
  expect(ago(elapsedMs, 'en-US')).toBe(english);
  expect(ago(elapsedMs, 'zh-CN')).toBe(chinese);
});

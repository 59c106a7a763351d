import { expect, test } from 'vitest';
import { listPhrase } from '../../../src/language/phrases.ts';

test.each([
  [['tts-v2', 'tts-v3'], 'tts-v2 和 tts-v3'],
  [['`a`', '**b**', '`c`'], '`a`、**b** 和 `c`'],
  [['**说话**', '**连接**'], '**说话**和**连接**'],
  [['**说话**', '**View Audit Log**'], '**说话**和 **View Audit Log**'],
])('%j in Chinese is %s', (items, phrase) => {
  expect(listPhrase(items, 'zh-CN')).toBe(phrase);
});

test('in English it has its own and', () => {
  expect(listPhrase(['a', 'b', 'c'], 'en')).toBe('a, b, and c');
});

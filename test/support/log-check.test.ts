import { expect, test } from 'vitest';
import { textsIn, wrongLines } from './log-check.ts';

const line = (facts: object) => `${JSON.stringify({ level: 'info', time: 'now', msg: 'done', ...facts })}\n`;
const unloggable = {
  secrets: ['key-1', ''],
  words: ['a boat on a "quiet" lake', 'short one', 'oneverylongword'],
};

test('keys and what people wrote are found in any line, and short words are not', () => {
  expect(
    wrongLines(line({ reference: 'A' }) + line({ note: 'short one oneverylongword' }), unloggable),
  ).toEqual([]);
  expect(wrongLines(line({ url: 'x?k=key-1' }), unloggable)).toHaveLength(1);
  expect(wrongLines(line({ err: { message: 'no: a boat on a "quiet" lake' } }), unloggable)).toHaveLength(1);
});

test('what is no line of the log is found, except half of the last one', () => {
  expect(
    wrongLines(`${line({})}Error: boom\n{"level":30,"time":"now","msg":"x"}\n{"lev`, unloggable),
  ).toHaveLength(2);
});

test('texts are found at any depth', () => {
  expect(textsIn({ options: [{ value: 'a kite', deep: [{ value: 'b' }, 1, null] }] })).toEqual([
    'a kite',
    'b',
  ]);
});

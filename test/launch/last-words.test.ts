import { expect, it } from 'vitest';
import { LastWords } from '../../launch/last-words.ts';

it('chatter is forgotten; errors and what is no log line are kept', () => {
  const words = new LastWords();
  expect(words.hear('{"level":30,"msg":"ready"}')).toBeUndefined();
  expect(words.hear('{"level":50,"msg":"failed","err":{"message":"disk full"}}')).toBe('failed: disk full');
  expect(words.hear('Error: boom')).toBeUndefined();
  words.hear('   ');
  expect(words.lines).toEqual(['failed: disk full', 'Error: boom']);
});

it('only the last lines are kept', () => {
  const words = new LastWords();
  for (let line = 0; line < 100; line += 1) words.hear(`line ${line}`);
  expect(words.lines).toHaveLength(12);
  expect(words.lines.at(-1)).toBe('line 99');
});

import { expect, it } from 'vitest';
import { LastWords } from '../../launch/last-words.ts';

it('chatter is forgotten, an error is told at once and not again, what is no log line is kept', () => {
  const words = new LastWords();
  expect(words.hear('{"level":30,"msg":"ready"}')).toBeUndefined();
  expect(words.hear('{"level":50,"msg":"failed","err":{"message":"disk full"}}')).toBe('failed: disk full');
  expect(words.hear('Error: boom')).toBeUndefined();
  words.hear('   ');
  expect(words.lines).toEqual(['Error: boom']);
});

it('what keeps a bot from starting is told once, although it says so in words and in its log', () => {
  const words = new LastWords();
  words.hear('The store is in use.');
  words.hear('{"level":60,"msg":"couldn\'t start","err":{"message":"The store is in use."}}');
  words.hear('{"level":30,"msg":"closed"}');
  expect(words.lines).toEqual([]);
});

it('only the last lines are kept', () => {
  const words = new LastWords();
  for (let line = 0; line < 100; line += 1) words.hear(`line ${line}`);
  expect(words.lines).toHaveLength(12);
  expect(words.lines.at(-1)).toBe('line 99');
});

import { expect, it } from 'vitest';
import { LastWords } from '../../launch/last-words.ts';

it('chatter is forgotten, an error is told at once and not again, what is no log line is kept', () => {
  const words = new LastWords();
  expect(words.hear('{"level":"info","msg":"ready"}')).toBeUndefined();
  expect(words.hear('{"level":"error","msg":"failed","err":{"message":"disk full"}}')).toBe(
    'failed: disk full',
  );
  expect(words.hear('Error: boom')).toBeUndefined();
  words.hear('   ');
  expect(words.lines).toEqual(['Error: boom']);
});

it('settings that keep a bot from starting are told one a line', () => {
  const words = new LastWords();
  const told = words.hear(
    '{"level":"fatal","problems":["A is missing","B is missing"],"msg":"can\'t start"}',
  );
  expect(told).toBe("can't start\n  - A is missing\n  - B is missing");
  expect(words.lines).toEqual([]);
});

it('only the last lines are kept', () => {
  const words = new LastWords();
  for (let line = 0; line < 100; line += 1) words.hear(`line ${line}`);
  expect(words.lines).toHaveLength(12);
  expect(words.lines.at(-1)).toBe('line 99');
});

import { expect, it } from 'vitest';
import { KeptWords } from '../../../../src/interpreter/sessions/kept-words.ts';

const words = (mark: number, ms = 100) => new Uint8Array(ms * 32).fill(mark);

it('kept words come back oldest first', () => {
  const kept = new KeptWords(1_000);
  for (const mark of [1, 2, 3]) kept.add(words(mark));
  expect([kept.take()?.[0], kept.take()?.[0], kept.take()?.[0], kept.take()]).toEqual([1, 2, 3, undefined]);
  expect(kept.lengthMs).toBe(0);
});

it('kept words lose their oldest beyond a length, and it’s told how much', () => {
  const kept = new KeptWords(1_000);
  const dropped = Array.from({ length: 13 }, (_, mark) => kept.add(words(mark)));
  expect(dropped.reduce((sum, ms) => sum + ms, 0)).toBe(300);
  expect(kept.lengthMs).toBe(1_000);
  expect(kept.take()?.[0]).toBe(3);
});

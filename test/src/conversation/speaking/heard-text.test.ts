import { describe, expect, it } from 'vitest';
import { heardText } from '../../../../src/conversation/speaking/answer.ts';

const text = 'The quick brown fox jumps over the lazy dog.';

describe('a line as it was heard', () => {
  it('is all of it when all was played, and nothing when nothing was', () => {
    expect(heardText(text, 3_000, 3_000)).toBe(text);
    expect(heardText(text, 0, 3_000)).toBe('');
    expect(heardText(text, 0, 0)).toBe('');
  });

  it('ends behind the last whole word', () => {
    expect(heardText(text, 1_500, 3_000)).toBe('The quick brown fox');
    expect(heardText(text, 100, 3_000)).toBe('');
  });

  it('never has a word more when less was played', () => {
    const lengths = Array.from({ length: 60 }, (_, step) => heardText(text, step * 50, 3_000).length);
    expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
    for (let step = 0; step < 60; step += 1)
      expect(text.startsWith(heardText(text, step * 50, 3_000))).toBe(true);
  });

  it('ends behind any sign where words have no spaces', () => {
    expect(heardText('今天天气很好', 1_500, 3_000)).toBe('今天天');
  });
});

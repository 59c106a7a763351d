import { describe, expect, it } from 'vitest';
import { spokenSoFar } from '../../../src/speech/captions.ts';

const words = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ text, beginMs: index * 100, endMs: index * 100 + 100, sentence: 0 }));

describe('what is spoken so far', () => {
  it('goes to the last word that has begun', () => {
    expect(spokenSoFar('One, two three.', words('one', 'two', 'three'), 150)).toBe('One, two');
    expect(spokenSoFar('One, two three.', words('one', 'two', 'three'), 0)).toBe('One');
  });

  it('is nothing before the first word', () => {
    const [late] = words('one').map((word) => ({ ...word, beginMs: 300 }));
    expect(spokenSoFar('One', late ? [late] : [], 200)).toBe('');
  });

  it('goes over words that sound otherwise than they are written', () => {
    expect(spokenSoFar('At 10:30 we go', words('at', 'half past ten', 'we'), 1_000)).toBe('At 10:30 we');
  });

  it('does not jump to a far word that reads the same', () => {
    const text = `a ${'x'.repeat(60)} b`;
    expect(spokenSoFar(text, words('a', 'b'), 1_000)).toBe('a');
  });

  it('works without spaces between words', () => {
    expect(spokenSoFar('今天天气好', words('今天', '天气'), 1_000)).toBe('今天天气');
  });
});

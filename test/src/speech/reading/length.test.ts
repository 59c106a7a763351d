import { describe, expect, it } from 'vitest';
import { cutToSeconds, estimateSeconds } from '../../../../src/speech/reading/length.ts';

describe('how long a text takes', () => {
  it('grows with it, faster for Han than for letters', () => {
    expect(estimateSeconds('a'.repeat(140))).toBeCloseTo(10);
    expect(estimateSeconds('字'.repeat(45))).toBeCloseTo(10);
    expect(estimateSeconds('')).toBe(0);
  });

  it('shrinks with the rate', () => expect(estimateSeconds('a'.repeat(140), 2)).toBeCloseTo(5));
});

describe('a text that takes too long', () => {
  it('is left alone when it does not', () => expect(cutToSeconds('short', 10, 1, 'and so on')).toBe('short'));

  it('is cut at a sentence where one ends near', () => {
    const text = `${'word '.repeat(20)}end. ${'more '.repeat(40)}`;
    const cut = cutToSeconds(text, 9, 1, 'and so on');
    expect(cut).toMatch(/end\. and so on$/);
    expect(estimateSeconds(cut)).toBeLessThan(11);
  });

  it('is cut between words elsewhere', () => {
    expect(cutToSeconds('alpha beta gamma delta', 1, 1, 'and so on')).toBe('alpha beta and so on');
  });

  it('is cut without spaces, too', () => {
    expect(cutToSeconds('字'.repeat(100), 10, 1, '等等')).toBe(`${'字'.repeat(45)} 等等`);
  });

  it('is cut later when it is said faster', () => {
    const text = 'word '.repeat(100);
    expect(cutToSeconds(text, 10, 2, '').length).toBeGreaterThan(cutToSeconds(text, 10, 1, '').length * 1.8);
  });
});

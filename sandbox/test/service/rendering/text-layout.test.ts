import { describe, expect, test } from 'vitest';
import { fitText } from '../../../service/rendering/text-layout.ts';

/** Every character is as wide as half the font is high. */
const measure = (text: string) => [...text].length * 50;

describe('fitting a text into a box', () => {
  test('takes the largest size that fits', () => {
    const layout = fitText('one two', { width: 100, height: 110 }, [40, 20, 10], measure);
    expect(layout).toMatchObject({ fontPx: 40, lines: ['one', 'two'] });
  });

  test('goes down in size before it cuts', () => {
    const layout = fitText('one two three four', { width: 100, height: 30 }, [40, 20, 10], measure);
    expect(layout).toMatchObject({ fontPx: 10, lines: ['one two three four'] });
  });

  test('cuts with an ellipsis at the smallest size', () => {
    const layout = fitText('one two three', { width: 50, height: 13 }, [10], measure);
    expect(layout.lines).toEqual(['one tw…']);
  });

  test('breaks a word that is longer than a line', () => {
    expect(fitText('abcdefgh', { width: 20, height: 100 }, [10], measure).lines).toEqual(['abcd', 'efgh']);
  });

  test('breaks Han text between words', () => {
    const { lines } = fitText('一只狐狸在雪地里奔跑', { width: 20, height: 100 }, [10], measure);
    expect(lines.join('')).toBe('一只狐狸在雪地里奔跑');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(4);
  });

  test('keeps line breaks and drops what is not printable', () => {
    expect(fitText('a\r\nb\0c', { width: 100, height: 100 }, [10], measure).lines).toEqual(['a', 'b c']);
  });
});

import { expect, test } from 'vitest';
import { lacksGlyphs } from '../../../service/rendering/missing-glyphs.ts';

test('plain letters are never missing', () => {
  expect(lacksGlyphs('A red fox, naïve & señor – 100 %', 'sans-serif')).toBe(false);
});

test('a letter that no font can have is noticed among others', () => {
  expect(lacksGlyphs('A red \u{10fffc} fox', 'sans-serif')).toBe(true);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterCount, cutText } from '../../../../src/service/video/cut-text.ts';

test('a text is cut to the limit in characters, not in code units', () => {
  expect(cutText('🎬🎬🎬', 2)).toEqual({ text: '🎬🎬', cut: true });
});

test('a text of exactly the limit is left alone', () => {
  expect(cutText('🎬🎬', 2)).toEqual({ text: '🎬🎬', cut: false });
});

test('what is cut is a beginning of the text, is never longer than the limit, and halves no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), (text, limit) => {
      const { text: kept, cut } = cutText(text, limit);
      expect(text.startsWith(kept)).toBe(true);
      expect(characterCount(kept)).toBe(Math.min(limit, characterCount(text)));
      expect(cut).toBe(characterCount(text) > limit);
      if (text.isWellFormed()) expect(kept.isWellFormed()).toBe(true);
    }),
  );
});

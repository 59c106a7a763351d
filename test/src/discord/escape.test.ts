import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, showAsIs, stripDeceptive } from '../../../src/discord/escape.ts';

/** What Discord shows of an escaped text: the character after each backslash. */
const shown = (text: string) => text.replace(/\\([^0-9A-Za-z\s])/g, '$1');

describe('untrusted text', () => {
  it.each([
    ['**bold** _it_ `code` ~~gone~~ ||secret||', /(?<!\\)[*_`~|]/],
    ['*****', /(?<!\\)\*/],
    ['<@123456789012345678> <#1> <t:1:R>', /(?<!\\)</],
    ['@everyone and @here', /(?<!\\)@/],
    ['[click](https://example.invalid)', /(?<!\\)\[|https:\/\//],
    ['https://example.invalid/a_b_c', /https:\/\/|(?<!\\)_/],
    ['# big\n- item\n+ item\n12. item\n> quote\n-# small', /^[#+>-]|^\d+\./m],
  ])('shows its marks instead of obeying them: %s', (text, live) => {
    const escaped = showAsIs(text, 2_000);
    expect(escaped).not.toMatch(live);
    expect(shown(escaped)).toBe(text);
  });

  it('loses what a person cannot see', () => {
    expect(stripDeceptive('a\u0000b\u202Ec\u2066d\u200Be\u001b[31mf\r\ng\th\uFEFF')).toBe('abcde[31mf\ng\th');
  });

  it('keeps emoji that are joined of several', () => {
    expect(stripDeceptive('👩‍👩‍👧')).toBe('👩‍👩‍👧');
  });

  it('says that it was cut, even if nothing but invisible characters was read up to there', () => {
    expect(showAsIs(`ab${'\u200B'.repeat(1_000)}c`, 5)).toBe('ab…');
  });

  it('replaces halves of surrogate pairs', () => {
    expect(stripDeceptive('a\uD83D')).toBe('a\uFFFD');
  });

  it('never grows beyond the limit and never tears a character or an escape apart', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 1, max: 60 }),
        (text, max) => {
          const escaped = showAsIs(text, max);
          expect(Array.from(escaped).length).toBeLessThanOrEqual(max);
          expect(escaped.isWellFormed()).toBe(true);
          expect(escaped).not.toMatch(/(^|[^\\])(\\\\)*\\…?$/);
        },
      ),
    );
  });

  it('is cut by characters, not by code units', () => {
    expect(cutText('👍👍👍', 3)).toBe('👍👍👍');
    expect(cutText('👍👍👍', 2)).toBe('👍…');
  });
});

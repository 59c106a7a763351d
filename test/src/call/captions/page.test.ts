import { describe, expect, it } from 'vitest';
import { Page, passage, type Sentence } from '../../../../src/call/captions/page.ts';

const sentence = (id: string, changes: Partial<Sentence> & { readonly words?: string } = {}): Sentence => {
  const { words = `Sentence ${id}.`, ...rest } = changes;
  return { id, speaker: '<@1>', said: passage({ sure: words, unsure: '' }), below: [], ...rest };
};

function pageOf(...sentences: readonly Sentence[]): Page {
  const page = new Page();
  for (const each of sentences) page.put(each);
  return page;
}

describe('a page of captions', () => {
  it('names who speaks once, until somebody else does', () => {
    const page = pageOf(sentence('1'), sentence('2'), sentence('3', { speaker: '<@2>' }), sentence('4'));
    expect(page.markdown.split('\n')).toEqual([
      '<@1> Sentence 1.',
      'Sentence 2.',
      '<@2> Sentence 3.',
      '<@1> Sentence 4.',
    ]);
  });

  it('has translations in small print below, with their language if they need it', () => {
    const below = [
      passage({ sure: 'Guten', unsure: ' Morgen' }, { mark: 'Deutsch' }),
      passage({ sure: '早上好。', unsure: '' }, { cut: '— *cut off*' }),
    ].filter((each) => each !== undefined);
    expect(pageOf(sentence('1', { below })).markdown).toBe(
      '<@1> Sentence 1.\n-# Deutsch · Guten *Morgen*\n-# 早上好。 — *cut off*',
    );
  });

  it('has one line for what was said in several, and nothing in it is markdown or pings', () => {
    const page = pageOf(
      sentence('1'),
      sentence('2', { words: '# big\n-# small\n> @everyone *bold* <@3>\u202e' }),
    );
    expect(page.markdown.split('\n')).toEqual([
      '<@1> Sentence 1.',
      '\\# big -# small \\> \\@everyone \\*bold\\* \\<\\@3\\>',
    ]);
  });

  it('changes a sentence where it stands, and loses one that was taken back', () => {
    const page = pageOf(sentence('1'), sentence('2'), sentence('3'));
    page.put(sentence('1', { words: 'Changed.' }));
    page.put({ ...sentence('2'), said: undefined });
    expect(page.markdown).toBe('<@1> Changed.\nSentence 3.');
    expect(page.ids).toEqual(['1', '3']);
  });

  it('is full with twelve sentences or 1,800 characters, and never gives its only sentence away', () => {
    const twelve = Array.from({ length: 12 }, (_, at) => sentence(`${at}`));
    expect(pageOf(...twelve.slice(1)).isFull).toBe(false);
    expect(pageOf(...twelve).isFull).toBe(true);
    expect(pageOf(...twelve, sentence('13')).takeLast()?.id).toBe('13');
    expect(pageOf(...twelve, sentence('13')).takeFirst()?.id).toBe('0');
    const long = (letter: string, length: number) => sentence(letter, { words: letter.repeat(length) });
    expect(pageOf(long('a', 1_399), long('b', 400)).isFull).toBe(false);
    expect(pageOf(long('a', 1_399), long('b', 401)).isFull).toBe(true);
    expect(pageOf(long('a', 9_000)).takeLast()).toBe(undefined);
  });

  it.each(['*', '😀', '\n', '\n-# a', 'https://', '*\u200b', '1. '])(
    'fits into a message with the end of each text, whatever is in it: %j',
    (piece) => {
      const text = { sure: `a${piece.repeat(3_000)}end`, unsure: `b${piece.repeat(3_000)}more` };
      const below = Array.from({ length: 5 }, () => passage(text, { mark: 'Bahasa Indonesia' }));
      const said = passage(text);
      const { markdown } = pageOf(sentence('1', { said, below: below.filter((each) => each !== undefined) }));
      expect(markdown.length).toBeLessThan(4_000);
      expect(markdown.match(/end/g)).toHaveLength(6);
      expect(markdown.match(/more/g)).toHaveLength(6);
    },
  );
});

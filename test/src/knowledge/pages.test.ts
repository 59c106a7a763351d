import { describe, expect, it } from 'vitest';
import { hostileNames } from '../../../sandbox/service/knowledge/names.ts';
import { renderAnswer } from '../../../src/knowledge/answer-page.ts';
import { documentLine, sizeText } from '../../../src/knowledge/describe.ts';
import { renderDetails } from '../../../src/knowledge/details-page.ts';
import { documentMenu } from '../../../src/knowledge/document-menu.ts';
import { renderSearch } from '../../../src/knowledge/search-page.ts';
import type { SearchPage } from '../../../src/knowledge/searches.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { documentWith } from '../../support/knowledge-documents.ts';
import { handbook } from '../../support/knowledge-world.ts';

const words = wordsFor('en-US');
const everything = (body: unknown) => JSON.stringify(body);

/** All text of a message, as Discord counts it. */
function charactersIn(body: unknown): number {
  return [...everything(body).matchAll(/"content":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text]) => (JSON.parse(text ?? '""') as string).length)
    .reduce((sum, length) => sum + length, 0);
}

const pageOf = (names: readonly string[], facts = {}): SearchPage => ({
  id: 'abcdefghijkl',
  base: handbook,
  query: { baseId: 'handbook', match: 'part', order: 'newest' },
  page: 1,
  before: 10,
  documents: names.map((name, index) => documentWith({ id: `d${index}`, name, ...facts })),
  totalCount: 1_000,
  next: 'more',
});

describe.each(hostileNames.map((name) => ({ name })))('a document called $name', ({ name }) => {
  it('pings nobody, formats nothing, turns nothing around, and stays on its line', () => {
    const line = documentLine(documentWith({ name }), words, 90);
    const [first = '', ...rest] = line.split('\n');
    expect(rest).toHaveLength(1);
    expect(first).not.toMatch(/(?<!\\)[*_~|`[\]<>@]/);
    expect(first).not.toMatch(/\p{Bidi_Control}|\u200b/u);
    expect(first.length).toBeGreaterThan(3);
  });

  it('fits into a menu and into its details', () => {
    const [menu] = documentMenu('abcdefghijkl', [{ name, status: 'FINISH' }], words);
    const label = everything(menu);
    expect(label).toMatch(/"label":".+?"/);
    expect(charactersIn(renderDetails(handbook, documentWith({ name }), words))).toBeLessThan(4_000);
  });
});

describe('a page of documents', () => {
  it('stays below what Discord takes, with ten names of 300 characters that all failed', () => {
    const body = renderSearch(
      pageOf(
        Array.from({ length: 10 }, () => '*'.repeat(300)),
        { status: 'INSERT_ERROR', code: 'FileParseFailed' },
      ),
      words,
    );
    expect(charactersIn(body)).toBeLessThan(4_000);
  });

  it('has kind, size, live time and state of each', () => {
    const shown = everything(renderSearch(pageOf(['Rules.md']), words));
    expect(shown).toContain('✅ Rules.md\\n-# md · 2 kB · <t:1760000000:R> · imported');
    expect(shown).toContain('11 of 1,000');
  });

  it('copes with a state, a kind and a time that nobody knows', () => {
    const odd = documentWith({ status: 'PAUSED', type: undefined, sizeBytes: undefined, importedAt: 9e15 });
    expect(documentLine(odd, words, 90)).toBe('❔ Rules.md\n-# unknown');
  });

  it('speaks Chinese', () => {
    const shown = everything(
      renderSearch(pageOf(['规则.md'], { status: 'INSERT_ERROR', code: 'EmptyContent' }), wordsFor('zh-CN')),
    );
    expect(shown).toContain('导入失败: 文件中没有文字');
  });
});

describe('an answer', () => {
  it('shows passages as quotes, with nothing in them that does something, below what Discord takes', () => {
    const passage = {
      text: '@everyone **x**\n'.repeat(500),
      score: 0.876,
      baseId: 'handbook',
      name: 'R*les.md',
      document: 0,
    };
    const record = {
      is: 'answer' as const,
      guildId: '1',
      at: 0,
      documents: [],
      question: '**what**?',
      baseIds: [],
      passages: [passage, passage, passage],
      unhelpfulTo: [],
    };
    const body = renderAnswer(
      { id: 'abcdefghijkl', record, baseNames: new Map([['handbook', 'Handbook']]) },
      words,
    );
    expect(charactersIn(body)).toBeLessThan(4_000);
    expect(everything(body)).toContain('R\\\\*les.md** · Handbook · 88% match');
    expect(everything(body)).not.toContain('"@everyone');
    expect(everything(body)).not.toMatch(/[^\\]@everyone/);
  });
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [22_900_000, '22.9 MB'],
  [5e12, '5,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes, 'en-US')).toBe(text);
});

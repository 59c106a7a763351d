import { describe, expect, it } from 'vitest';
import { hostileNames } from '../../../sandbox/service/knowledge/names.ts';
import { renderAnswer } from '../../../src/knowledge/answer-page.ts';
import type { KnowledgeBase } from '../../../src/knowledge/base-listing.ts';
import { documentLine, sizeText } from '../../../src/knowledge/describe.ts';
import { renderDetails } from '../../../src/knowledge/details-page.ts';
import { documentMenu } from '../../../src/knowledge/document-menu.ts';
import { renderSearch, renderSharedSearch } from '../../../src/knowledge/search-page.ts';
import type { SearchPage } from '../../../src/knowledge/searches.ts';
import { type AnswerRecord, shownDocumentOf } from '../../../src/knowledge/shown-page.ts';
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
    expect(shown).toContain('导入失败：文件里没有文字');
  });
});

describe('the details of a document', () => {
  const cut = documentWith({ chunkMode: 'length', separator: ' ', enableHeaders: 'false' });

  it('name a separator that is a space, and say no instead of false', () => {
    const shown = everything(renderDetails(handbook, cut, words));
    expect(shown).toContain('by length, at spaces');
    expect(shown).toContain('**Table headers in every piece:** no');
  });

  it('do so in Chinese with its marks', () => {
    const shown = everything(renderDetails(handbook, cut, wordsFor('zh-CN')));
    expect(shown).toContain('按 length，以空格分隔');
    expect(shown).toContain('**每段带表头：**否');
  });
});

const open: KnowledgeBase = { ...handbook, documentUrl: 'https://docs.example.org/{base}/{name}' };
const answerWith = (passages: AnswerRecord['passages'], documents: AnswerRecord['documents']) => ({
  is: 'answer' as const,
  guildId: '1',
  at: 0,
  documents,
  question: 'what?',
  baseIds: ['handbook'],
  passages,
  unhelpfulTo: [],
});
const answerBody = (record: AnswerRecord, base: KnowledgeBase, more = {}) =>
  renderAnswer({ id: 'abcdefghijkl', record, bases: new Map([[base.id, base]]), ...more }, words);
const shownAnswer = (...answer: Parameters<typeof answerBody>) => everything(answerBody(...answer));

describe('the way to a document', () => {
  const passage = { text: 'x', score: 0.5, baseId: 'handbook', name: 'R[u]les (1).md', documentId: 'd1' };
  const documents = [{ baseId: 'handbook', id: 'd1', name: 'R[u]les (1).md' }];
  const address = 'https://docs.example.org/handbook/R%5Bu%5Dles%20%281%29.md';

  it('is a link in answers, shared or not, in searches, in shared searches and in details', () => {
    const record = answerWith([{ ...passage, document: 0 }], documents);
    for (const more of [{}, { sharedBy: '<@2>' }])
      expect(shownAnswer(record, open, more)).toContain(`50% match · [Open](${address})`);
    expect(shownAnswer(record, open, { sharedBy: '<@2>' })).not.toContain('Reply to ask more.');
    expect(shownAnswer(record, open, { sharedBy: '<@2>', canAskOn: true })).toContain('Reply to ask more.');
    const page = { ...pageOf(['R[u]les (1).md']), base: open };
    expect(everything(renderSearch(page, words))).toContain(` · [Open](${address})\\n-# md`);
    const shown = page.documents.map((document) => shownDocumentOf('handbook', document));
    const search = {
      ...{ is: 'search' as const, guildId: '1', at: 0, places: [], page: 0, seen: '' },
      ...{ query: page.query, documents: shown },
    };
    const shared = renderSharedSearch('abcdefghijkl', open, search, '<@2>', words);
    expect(everything(shared)).toContain(`[Open](${address})`);
    expect(everything(renderDetails(open, documentWith({ name: 'R[u]les (1).md' }), words))).toContain(
      `"label":"Open","url":"${address}"`,
    );
  });

  it('leads to the details where the operator gave no address, and they say which passages are meant', () => {
    const record = answerWith(
      [
        { ...passage, document: 0 },
        { ...passage, document: 0 },
        { ...passage, name: 'Other.md', documentId: 'd2', document: 1 },
      ],
      [...documents, { baseId: 'handbook', id: 'd2', name: 'Other.md' }],
    );
    const shown = shownAnswer(record, handbook);
    expect(shown).toContain('50% match · Details 1, 2\\n');
    expect(shown).toContain('50% match · Details 3\\n');
    expect(shown.match(/"label":"Details [\d, ]+"/g)).toEqual([
      '"label":"Details 1, 2"',
      '"label":"Details 3"',
    ]);
    const ids = shown.match(/"custom_id":"[^"]+"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    expect(everything(renderDetails(handbook, documentWith(), words, [1, 2]))).toContain(
      'Passages 1, 2 of the answer',
    );
  });

  it('fits: what has no room for its link keeps its details', () => {
    const long = { ...open, documentUrl: `https://docs.example.org/${'a'.repeat(240)}/{name}` };
    const names = Array.from({ length: 10 }, (_, index) => `${'长'.repeat(20)}${index}.md`);
    const listed = renderSearch({ ...pageOf(names), base: long }, words);
    expect(charactersIn(listed)).toBeLessThan(4_000);
    expect(everything(listed)).toContain('[Open](https');
    const passages = Array.from({ length: 3 }, (_, index) => ({
      ...{ text: 'word '.repeat(300), score: 1, baseId: 'handbook', documentId: `d${index}` },
      ...{ name: '长'.repeat(20), document: index },
    }));
    const found = passages.map(({ documentId: id, name, baseId }) => ({ id, name, baseId }));
    const answer = answerBody(answerWith(passages, found), long);
    expect(charactersIn(answer)).toBeLessThan(4_000);
    expect(everything(answer)).toMatch(/\[Open\].*Details 3\\n/);
  });
});

describe('an answer', () => {
  it('can be reported where others see it, as long as a row has room for that', () => {
    const passage = { text: 'x', score: 1, baseId: 'handbook', documentId: 'd1' };
    const documents = Array.from({ length: 4 }, (_, at) => ({ baseId: 'handbook', id: `d${at}`, name: 'x' }));
    const few = answerWith([passage], documents.slice(0, 1));
    expect(shownAnswer(few, handbook)).not.toContain('report:message');
    expect(shownAnswer(few, handbook, { sharedBy: '<@1>' })).toContain('report:message');
    expect(shownAnswer(few, handbook, { inReply: { isCut: false } })).toContain('report:message');
    const passages = documents.map((_, document) => ({ ...passage, document }));
    expect(shownAnswer(answerWith(passages, documents), handbook, { sharedBy: '<@1>' })).not.toContain(
      'report:message',
    );
  });

  it('fits, whatever lines its passages are of', () => {
    const passage = { text: 'a\n'.repeat(800), score: 1, baseId: 'handbook', name: 'x'.repeat(90) };
    const record = { ...answerWith([passage, passage, passage], []), question: '?'.repeat(500) };
    const failed = Array.from({ length: 3 }, () => 'z'.repeat(80));
    const more = { failed, sharedBy: '<@200000000000000001>' };
    const body = answerBody(record, { ...handbook, name: 'y'.repeat(80) }, more);
    expect(charactersIn(body)).toBeLessThan(4_000);
  });

  it('shows passages as quotes, with nothing in them that does something, below what Discord takes', () => {
    const passage = {
      text: '@everyone **x**\n'.repeat(500),
      score: 0.876,
      baseId: 'handbook',
      name: 'R*les.md',
      document: 0,
    };
    const record = { ...answerWith([passage, passage, passage], []), question: '**what**?', baseIds: [] };
    const body = answerBody(record, handbook);
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

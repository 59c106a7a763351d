import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedPoint } from '../../../src/language/word-finder.ts';
import { Pronouncer, pronouncerOf } from '../../../src/speech/pronunciation.ts';
import { naivePronouncer } from '../../support/naive-pronouncer.ts';

/** @param entries such as `nginx=engine x, apt=a p t` */
async function replace(text: string, entries: string): Promise<string> {
  const pairs = entries.split(', ').map((entry) => entry.split('='));
  return (await Pronouncer.of(pairs.map(([word = '', as = '']) => ({ word, as })))).read(text).text;
}

describe('a pronunciation', () => {
  it.each([
    ['stands in for the whole word', 'nginx and nginxes', 'nginx=engine x', 'engine x and nginxes'],
    ['does not mind case', 'NGINX Nginx', 'nginx=engine x', 'engine x engine x'],
    ['is found at borders of any kind', '(nginx), "nginx"!', 'nginx=engine x', '(engine x), "engine x"!'],
    ['is not found within a word', 'cat concat catalogue', 'cat=feline', 'feline concat catalogue'],
    ['is found within Chinese', '我在重庆市', '重庆=虫庆', '我在虫庆市'],
    ['of letters is found beside Chinese', '用nginx吧', 'nginx=恩', '用恩吧'],
    ['that is longer goes first', 'New York Times', 'New York=A, New York Times=B', 'B'],
    ['is not looked for in what was replaced', 'a b', 'a=b, b=c', 'b c'],
    ['can have marks in it', 'use c++ now', 'c++=see plus plus', 'use see plus plus now'],
    ['is no pattern', 'abc a.c', 'a.c=x', 'abc x'],
    ['puts dollars in as they are', 'price', 'price=$& $1', '$& $1'],
    ['minds no spaces within', 'New\n York', 'new york=NY', 'NY'],
    ['knows letters with accents', 'café caféteria', 'café=kaffay', 'kaffay caféteria'],
  ])('%s', async (_, text, entries, expected) => expect(await replace(text, entries)).toBe(expected));

  it('that is not in a text is not among those found in it', async () => {
    const pronouncer = await Pronouncer.of([
      { word: 'nginx', as: 'engine x' },
      { word: 'apt', as: 'a p t' },
    ]);
    expect(pronouncer.read('NGINX, nginx').found.map(({ word }) => word)).toEqual(['nginx']);
  });

  it('leaves every text alone when there is none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        expect((await Pronouncer.of([])).read(text).text).toBe(text);
      }),
    );
  });

  it('of 500 words finds each of them', async () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({ word: `word${index}`, as: `w${index}` }));
    expect((await Pronouncer.of(entries)).read('word499 word4 word49').text).toBe('w499 w4 w49');
  });

  it('of 500 long words is made ready a little at a time', async () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({
      word: `${'a'.repeat(55)}${index}`,
      as: 'x',
    }));
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await Pronouncer.of(entries);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(4);
  });

  it('is made ready once, and again when the list changed', async () => {
    const entries = [{ word: 'nginx', as: 'engine x' }];
    const pronouncer = await pronouncerOf(entries);
    expect(await pronouncerOf(entries)).toBe(pronouncer);
    expect(await pronouncerOf([...entries])).not.toBe(pronouncer);
  });

  it('finds what an expression of all the words would find', async () => {
    const character = fc.constantFrom(
      ...['a', 'A', 'b', 'ſ', 's', 'é', '哈', '好', 'ก', '_', '1', '+', '.', '😀', '\u0301', 'ǅ'],
    );
    const word = fc
      .array(fc.oneof({ weight: 6, arbitrary: character }, { weight: 1, arbitrary: fc.constant(' ') }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => all.join('').replace(/ +/g, ' ').trim())
      .filter((each) => each !== '');
    const text = fc
      .array(
        fc.oneof(
          { weight: 6, arbitrary: character },
          { weight: 2, arbitrary: fc.constantFrom(' ', '\n', '  ') },
        ),
        {
          maxLength: 24,
        },
      )
      .map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 8 }), text, async (words, text) => {
        const entries = words.map((each, index) => ({ word: each, as: `<${index}>` }));
        expect((await Pronouncer.of(entries)).read(text)).toEqual(naivePronouncer(entries)(text));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a folded character', () => {
  const changing: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1)
    if (/\p{Changes_When_Casemapped}/u.test(String.fromCodePoint(point)))
      changing.push(String.fromCodePoint(point));

  it('is the same for exactly those that an expression takes for the same', () => {
    const byFolded = Map.groupBy(changing, foldedPoint);
    expect(byFolded.size).toBeGreaterThan(1_000);
    const all = changing.join('');
    for (const [point, alike] of byFolded) {
      const pattern = new RegExp(`\\u{${point.toString(16)}}`, 'giu');
      expect(all.match(pattern)).toEqual(alike);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pronouncer } from '../../../src/speech/pronunciation.ts';

const replace = (text: string, ...entries: readonly (readonly [word: string, as: string])[]) =>
  new Pronouncer(entries.map(([word, as]) => ({ word, as }))).replace(text);

describe('a pronunciation', () => {
  it.each([
    ['stands in for the whole word', 'nginx and nginxes', [['nginx', 'engine x']], 'engine x and nginxes'],
    ['does not mind case', 'NGINX Nginx', [['nginx', 'engine x']], 'engine x engine x'],
    [
      'is found at borders of any kind',
      '(nginx), "nginx"!',
      [['nginx', 'engine x']],
      '(engine x), "engine x"!',
    ],
    ['is not found within a word', 'cat concat catalogue', [['cat', 'feline']], 'feline concat catalogue'],
    ['is found within Chinese', '我在重庆市', [['重庆', '虫庆']], '我在虫庆市'],
    ['of letters is found beside Chinese', '用nginx吧', [['nginx', '恩']], '用恩吧'],
    [
      'that is longer goes first',
      'New York Times',
      [
        ['New York', 'A'],
        ['New York Times', 'B'],
      ],
      'B',
    ],
    [
      'is not looked for in what was replaced',
      'a b',
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      'b c',
    ],
    ['can have marks in it', 'use c++ now', [['c++', 'see plus plus']], 'use see plus plus now'],
    ['is no pattern', 'abc a.c', [['a.c', 'x']], 'abc x'],
    ['puts dollars in as they are', 'price', [['price', '$& $1']], '$& $1'],
    ['minds no spaces within', 'New\n York', [['new york', 'NY']], 'NY'],
    ['knows letters with accents', 'café caféteria', [['café', 'kaffay']], 'kaffay caféteria'],
  ] satisfies readonly [string, string, (readonly [string, string])[], string][])(
    '%s',
    (_, text, entries, expected) => expect(replace(text, ...entries)).toBe(expected),
  );

  it('that is not in a text is not among those found in it', () => {
    const pronouncer = new Pronouncer([
      { word: 'nginx', as: 'engine x' },
      { word: 'apt', as: 'a p t' },
    ]);
    expect(pronouncer.found('NGINX, nginx').map(({ word }) => word)).toEqual(['nginx']);
  });

  it('leaves every text alone when there is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(replace(text)).toBe(text);
      }),
    );
  });

  it('of 500 words is still fast enough for each message', () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({ word: `word${index}`, as: `w${index}` }));
    const pronouncer = new Pronouncer(entries);
    expect(pronouncer.replace('word499 word4 word49')).toBe('w499 w4 w49');
  });
});

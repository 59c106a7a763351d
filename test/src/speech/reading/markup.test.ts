import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedLinks } from '../../../../src/speech/reading/markup.ts';

/** The same said as an expression, which is far too slow for what people may send. */
const pattern = /\[([^\]\n]*)\]\(\s*<?https?:\/\/[^\s)>]+>?(?:\s+"[^"\n]*")?\s*\)/gu;

describe('masked links', () => {
  it('are those that an expression would find', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '](',
      '(',
      ')',
      '<',
      '>',
      'http://',
      'https://a',
      'a',
      '"',
      ' ',
      '\n',
    );
    const whole = fc.constantFrom('[a](http://b)', '[a](<https://b> "c" )', '[](\nhttp://b "" )');
    const text = fc.array(fc.oneof({ weight: 5, arbitrary: piece }, { weight: 1, arbitrary: whole }));
    fc.assert(
      fc.property(
        text.map((pieces) => pieces.join('')),
        (written) => {
          const expected = [...written.matchAll(pattern)].map(({ 0: link, 1: inside, index }) => ({
            from: index,
            to: index + link.length,
            text: inside,
          }));
          expect([...maskedLinks(written)]).toEqual(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

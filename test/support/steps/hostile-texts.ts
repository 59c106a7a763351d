import * as fc from 'fast-check';

/** A text that can be made as long as one likes: what repeats, and what stands around it. */
export interface Family {
  readonly before: string;
  readonly again: string;
  readonly after: string;
}

/** What readers of Discord's texts, of sentences and of SSML look for, and what keeps them looking. */
const pieces = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    '[](http://a',
    '[a](',
    '<',
    '>',
    '<@1',
    '<@1>',
    '<t:1',
    '<t:1:R>',
    '</a',
    '</a:1>',
    '<:a:1>',
  ],
  ...[
    'http://',
    'www.',
    '//',
    '/',
    ':',
    '||',
    '|',
    '`',
    '``',
    '```',
    '\\',
    '*',
    '**',
    '_',
    '__',
    '~~',
    '#',
    '# ',
    '-# ',
  ],
  ...[
    '> ',
    '>>> ',
    '- ',
    '+ ',
    '1. ',
    '1',
    '23',
    '@',
    '@everyone',
    '"',
    "'",
    '“',
    '”',
    '«',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
  ],
  ...[
    'a',
    'B',
    'aa',
    'ab',
    'ha',
    'é',
    'ß',
    '哈',
    '好。',
    'の',
    'ก',
    'عربى',
    '.',
    '. ',
    '!',
    '?',
    '…',
    ',',
    ', ',
    '、',
    ';',
  ],
  ...[
    'Dr. ',
    'z.B. ',
    'e.g.',
    'word ',
    'nginx',
    '😀',
    '😀\u200D',
    '👨‍👩‍👧',
    '🏻',
    '🇩',
    '🇩🇪',
    '🏴\u{E0067}',
    '\u0301',
    '\u0323',
    '\uFE0F',
  ],
  ...[
    '\u200B',
    '\u202E',
    '\uFDFA',
    '\uD800',
    '\u0130',
    '&',
    '&amp;',
    '&#x41;',
    '<a>',
    '<a b="',
    '</a>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '=',
  ],
];

/** Those that held some reader up once, and a few that look as if they could. */
export const knownFamilies: readonly Family[] = [
  ...pieces.map((again) => ({ before: '', again, after: '' })),
  { before: '[', again: '/', after: ' x](http://a)' },
  { before: '[', again: '[//', after: ' x](http://a)' },
  { before: '', again: '[](http://a', after: '' },
  { before: '[](http://a', again: ' ', after: 'x' },
  { before: '[a](', again: ' ', after: 'x' },
  { before: '[', again: 'a', after: '](http://a)' },
  { before: '', again: '😀 ', after: 'x' },
  { before: '😀', again: ' ', after: 'x' },
  { before: 'x', again: '||a', after: '' },
  { before: 'a', again: '1*', after: '' },
  { before: 'a', again: '_', after: 'b' },
  { before: 'A. ', again: ' ', after: 'b' },
  { before: 'A.', again: '"', after: '' },
  { before: '1.', again: '\n', after: '' },
  { before: '', again: '\n \n', after: '' },
  { before: '', again: 'a b ', after: '' },
  { before: '', again: ' .', after: '' },
];

const few = (most: number) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: most }).map((all) => all.join(''));

export const drawnFamily: fc.Arbitrary<Family> = fc.record({
  before: few(3),
  again: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
  after: few(3),
});

/** About so many characters of it. */
export function textOf({ before, again, after }: Family, characters: number): string {
  return before + again.repeat(Math.ceil(characters / again.length)) + after;
}

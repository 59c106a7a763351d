import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeSaid, maskedLinks, spokenText } from '../../../../src/speech/reading/spoken-text.ts';
import { wordsFor } from '../../../../src/words/index.ts';

const now = Date.UTC(2026, 0, 15, 12);
const names = {
  user: (id: string) => (id === '11' ? 'Ada' : id === '12' ? '✨𝓢𝓽𝓪𝓻✨ <#1> https://x.y' : undefined),
  role: (id: string) => (id === '21' ? 'Gardeners' : undefined),
  channel: (id: string) => (id === '31' ? 'general-talk' : undefined),
};
const read = (content: string, locale = 'en-US', emoji = true) =>
  spokenText(content, { names, phrases: wordsFor(locale).speech.reading, emoji, now });

describe('the text of a message is said', () => {
  it.each([
    ['plain text as it is', 'Hello, world!', 'Hello, world!'],
    ['a link as a link', 'see https://example.org/a?b=c#d now', 'see a link now'],
    ['a hidden preview, too', 'see <https://example.org/x>', 'see a link'],
    [
      'a link with a text as its text',
      'read [the rules](https://example.org "Rules") first',
      'read the rules first',
    ],
    ['a link whose text is an address as a link', '[https://a.b](https://c.d)', 'a link'],
    ['a person by their name', 'hi <@11> and <@!11>', 'hi Ada and Ada'],
    ['a name plainly, whatever it looks like', '<@12> hi', 'Star 1 https x.y hi'],
    ['an unknown person as somebody', 'hi <@99>', 'hi someone'],
    ['a role and a channel by their names', '<@&21> to <#31>', 'Gardeners to general-talk'],
    ['unknown ones as such', '<@&99> to <#99>', 'a role to a channel'],
    ['everyone without a ping', '@everyone and @here', 'everyone and everyone here'],
    ['a command by its name', 'use </video text:123456>', 'use the command video text'],
    ['a custom emoji by its name', 'nice <:partyParrot_2:123> <a:wave:124>', 'nice party Parrot 2 wave'],
    ['an emoji by its name', 'ok 👍', 'ok thumbs up'],
    ['one with a skin tone, too', '👍🏽', 'thumbs up'],
    ['a row of the same emoji once', '😂😂😂 😂', 'face with tears of joy'],
    ['a heart without its selector', '❤', 'red heart'],
    ['a block of code as code', 'look:\n```ts\nconst a = 1;\n```\nthere', 'look: code. there'],
    ['inline code as it stands', 'run `npm start` and ``a`b``', 'run npm start and a`b'],
    ['nothing of a spoiler', 'he ||dies in **act** 3|| ok', 'he spoiler ok'],
    ['nothing of code within a spoiler', '||`secret`|| ok', 'spoiler ok'],
    ['bars within code as they stand', '`a || b || c`', 'a || b || c'],
    ['nothing of a spoiler over lines', 'a ||b\nc|| d', 'a spoiler d'],
    ['without emphasis', '**bold** *thin* __under__ ~~gone~~ ***all***', 'bold thin under gone all'],
    ['snake_case as two words', 'the file_name_here and _this_', 'the file name here and this'],
    ['a sum as a sum', '2*3 and 4 * 5', '2*3 and 4 * 5'],
    [
      'without headings, quotes and lists',
      '# Title\n> quoted\n- one\n* two\n3. three\n-# small',
      'Title. quoted. one. two. 3. three. small',
    ],
    ['escaped marks as they stand', '\\*not bold\\* \\|\\|x\\|\\|', '*not bold* ||x||'],
    ['lines as sentences', 'one\ntwo!\n\nthree', 'one. two! three'],
    ['many letters as three', 'noooooooo', 'nooo'],
    ['many marks as one', 'what?!!!!!! ok.......', 'what?! ok.'],
    ['laughter three times', 'hahahahahahaha', 'hahaha'],
    ['numbers as they are', '1000000 and 1212121212', '1000000 and 1212121212'],
    ['without towers of accents', `a${'\u0301'.repeat(30)}b`, 'a\u0301\u0301b'],
    ['without what turns the direction', 'abc\u202Edef\u200B\u2066g', 'abcdefg'],
    ['a relative time in words', '<t:1768478700:R>', 'in 5 minutes'],
    ['a day in words', '<t:1768478400:D>', 'Thursday, January 15, 2026'],
    ['a time of day with its zone', '<t:1768478400:t>', '12:00 PM UTC'],
  ])('%s', (_, content, expected) => expect(read(content)).toBe(expected));

  it.each([
    ['a link', '看 https://example.org', '看 一个链接'],
    ['an emoji', '好 👍', '好 拇指向上'],
    ['a spoiler', '他||死了||', '他 剧透内容'],
    ['a time', '<t:1768478700:R>', '5 分钟后'],
  ])('in Chinese: %s', (_, content, expected) => expect(read(content, 'zh-CN')).toBe(expected));

  it('without any emoji where the channel wants none', () =>
    expect(read('fine 👍 <:wave:12> then', 'en-US', false)).toBe('fine then'));

  it('as nothing when there is nothing', () => {
    for (const content of ['', '   ', '...', '\u200B', '**', '---'])
      expect(canBeSaid(read(content))).toBe(false);
  });
});

describe('whatever is written', () => {
  const mark = fc.constantFrom(
    '||',
    '`',
    '```',
    '**',
    '_',
    '\n',
    '<@11>',
    'https://a.b/c',
    '😂',
    ' ',
    '\\',
    '[',
    '](',
  );
  const writing = fc.array(fc.oneof(mark, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 30 });

  it('is one line without what nobody sees', () => {
    fc.assert(
      fc.property(writing, (parts) => {
        const said = read(parts.join(''));
        expect(said).not.toMatch(/\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Zl}\p{Zp}]| {2}|^\s|\s$/u);
      }),
    );
  });

  it('never gives a spoiler away', () => {
    fc.assert(
      fc.property(writing, writing, (before, inside) => {
        const secret = `${inside.join('').replaceAll('|', '')}SECRET`;
        const open = before.join('').replaceAll(/[|`\\]/g, '');
        expect(read(`${open}||${secret}|| after`)).not.toContain('SECRET');
      }),
    );
  });

  it('never says an address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(read(`look ${url} there`)).toBe('look a link there');
      }),
    );
  });
});

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

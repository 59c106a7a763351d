import { describe, expect, test } from 'vitest';
import { parseMarkdown, plainText, safeAddress } from '../../../console/page/markdown/parse.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const styled = (style: string, ...content: unknown[]) => ({ kind: 'styled', style, content });

describe('inline marks', () => {
  test.each([
    ['**a**', styled('strong', text('a'))],
    ['*a*', styled('em', text('a'))],
    ['__a__', styled('underline', text('a'))],
    ['~~a~~', styled('strike', text('a'))],
    ['||a||', styled('spoiler', text('a'))],
    ['`a`', { kind: 'code', text: 'a' }],
    ['```ts\nlet a;\n```', { kind: 'code-block', language: 'ts', text: 'let a;' }],
    ['<@111111111111111111>', { kind: 'mention', target: 'user', id: '111111111111111111' }],
    ['<#111111111111111111>', { kind: 'mention', target: 'channel', id: '111111111111111111' }],
    ['<@&111111111111111111>', { kind: 'mention', target: 'role', id: '111111111111111111' }],
    ['@everyone', { kind: 'ping', everyone: true }],
    ['<t:60:R>', { kind: 'time', atMs: 60_000, format: 'R' }],
    ['<t:60>', { kind: 'time', atMs: 60_000, format: 'f' }],
    ['</video text:111111111111111111>', { kind: 'command', name: 'video text', id: '111111111111111111' }],
  ])('%j', (source, node) => {
    expect(parseMarkdown(source)).toEqual([node]);
  });

  test('an escaped mark is only a letter', () => {
    expect(parseMarkdown('\\*a\\*')).toEqual([text('*a*')]);
  });

  test('markup of web pages is only text', () => {
    const source = '<img src=x onerror=alert(1)><script>1</script>';
    expect(parseMarkdown(source)).toEqual([text(source)]);
  });
});

describe('links', () => {
  test('of the web and of mail are kept, with their words', () => {
    expect(parseMarkdown('[here](https://example.org/a)')).toEqual([
      { kind: 'link', href: 'https://example.org/a', content: [text('here')] },
    ]);
  });

  test.each(['[x](javascript:alert(1))', '[x](data:text/html,1)', '[x](vbscript:1)'])(
    '%s is no link',
    (source) => {
      expect(JSON.stringify(parseMarkdown(source))).not.toContain('"link"');
    },
  );

  test('with words of their own are only for applications', () => {
    expect(JSON.stringify(parseMarkdown('[here](https://example.org)', false))).not.toContain(
      '"content":[{"kind":"text","text":"here"}]',
    );
  });

  test('safeAddress takes no other protocol', () => {
    expect(safeAddress('https://example.org')).toBe('https://example.org/');
    expect(safeAddress('file:///etc/passwd')).toBeUndefined();
    expect(safeAddress('not an address')).toBeUndefined();
  });
});

describe('lines', () => {
  test('a heading, also right below a quote', () => {
    expect(parseMarkdown('> q\n## H')).toEqual([
      { kind: 'quote', content: [text('q'), { kind: 'break' }] },
      { kind: 'heading', level: 2, content: [text('H')] },
    ]);
  });

  test('small print', () => {
    expect(parseMarkdown('a\n-# b')).toEqual([text('a'), { kind: 'break' }, styled('subtext', text('b'))]);
  });

  test('a list, and one inside it', () => {
    expect(parseMarkdown('- one\n- two\n  - three')).toEqual([
      {
        kind: 'list',
        start: undefined,
        items: [
          [text('one')],
          [text('two'), { kind: 'break' }, { kind: 'list', start: undefined, items: [[text('three')]] }],
        ],
      },
    ]);
  });

  test('a numbered list starts where it says', () => {
    expect(parseMarkdown('4. four\n5. five')).toMatchObject([{ kind: 'list', start: 4 }]);
  });

  test('the line break after a code block is its end, not one more', () => {
    expect(parseMarkdown('```\na\n```\nb')).toEqual([
      { kind: 'code-block', language: undefined, text: 'a' },
      text('b'),
    ]);
  });

  test('a dash inside a line is no list', () => {
    expect(parseMarkdown('one - two')).toEqual([text('one - two')]);
  });

  test('a heading mark inside a line is no heading', () => {
    expect(parseMarkdown('a # b')).toEqual([text('a # b')]);
  });
});

test('plain text drops every form', () => {
  expect(plainText(parseMarkdown('**a** [b](https://example.org) `c`\n- d'))).toBe('a b c d');
});

test('marks nested beyond what the stack holds are shown as they were written', () => {
  const source = '**'.repeat(2000);
  expect(parseMarkdown(source)).toEqual([text(source)]);
});

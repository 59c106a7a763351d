import { describe, expect, it } from 'vitest';
import { readSsml } from '../../../src/speech/ssml.ts';

const textOf = (source: string, change?: (text: string) => string) => {
  const read = readSsml(source, change);
  return typeof read === 'string' ? read : read.text;
};

describe('SSML', () => {
  it('keeps its tags, attributes and entities', () => {
    const source =
      '<speak rate="1.2">Tom &amp; <break time="500ms"/><emphasis level="strong">you</emphasis></speak>';
    expect(textOf(source)).toBe(source);
  });

  it('is known by what of it is spoken', () => {
    expect(readSsml('<speak>Hello <emphasis>you</emphasis>\n there</speak>')).toMatchObject({
      spoken: 'Hello you there',
    });
  });

  it.each([
    ['<sub alias="a rude word">Good morning</sub>', 'a rude word'],
    ['<SUB Alias="a rude word">Good <b>morning</b></SUB>', 'a rude word'],
    ['<s:sub xmlns:s="x" s:alias="rude &amp; loud">Good morning</s:sub>', 'rude & loud'],
    ['<sub alias="a rude word"/>', 'a rude word'],
    ['<sub alias="">Good morning</sub>', 'Good morning'],
    ['<p><sub alias="a rude word">Good <sub alias="x">morning</sub></sub> you</p>', 'a rude word you'],
    ['<phoneme alphabet="ipa" ph="ruːd">Good morning</phoneme>', 'Good morning (ruːd)'],
    ['<phoneme ph="ruːd"/>', '(ruːd)'],
  ])('%s shows what is heard in the place of its text', (source, spoken) => {
    expect(readSsml(`<speak>${source}</speak>`)).toMatchObject({ spoken });
  });

  it('is changed in its texts and nowhere else', () => {
    const change = (text: string) => text.replaceAll('a', 'A');
    expect(textOf('<speak a="a"><sub alias="banana">banana</sub></speak>', change)).toBe(
      '<speak a="a"><sub alias="banana">bAnAnA</sub></speak>',
    );
  });

  it('stays well-formed whatever its texts are changed into', () => {
    expect(textOf('<speak>x</speak>', () => '<break/> & "')).toBe('<speak>&lt;break/&gt; &amp; "</speak>');
  });

  it('loses comments and instructions', () => {
    expect(textOf('<?xml version="1.0"?><speak>a<!-- b --><?c d?>e</speak>')).toBe('<speak>ae</speak>');
  });

  it.each([
    ['an open tag', '<speak>hello'],
    ['a stray ampersand', '<speak>a & b</speak>'],
    ['an unquoted attribute', '<speak rate=1>a</speak>'],
    ['crossing tags', '<speak><a><b></a></b></speak>'],
    ['two roots', '<speak>a</speak><speak>b</speak>'],
    ['no tag at all', 'hello'],
    ['a document type, which could grow without bound', '<!DOCTYPE s [<!ENTITY a "b">]><speak>&a;</speak>'],
    ['an entity that nobody defined', '<speak>&nbsp;</speak>'],
    ['thousands of open tags', `${'<a>'.repeat(6_000)}`],
  ])('with %s is malformed', (_, source) => expect(readSsml(source)).toBe('malformed'));

  it('must be one speak element', () => expect(readSsml('<p>hello</p>')).toBe('no-speak'));
});

import { describe, expect, it } from 'vitest';
import { bookLanguages, sentences, words } from '../../../../service/realtime/translation/phrase-book.ts';
import { translate } from '../../../../service/realtime/translation/translate.ts';

describe('the phrase book', () => {
  it('has every sentence in six languages, and none twice in a language', () => {
    for (const column of bookLanguages.keys()) {
      const texts = sentences.map((entry) => entry[column]);
      expect(texts).not.toContain('');
      expect(new Set(texts).size).toBe(texts.length);
    }
    expect(words.length).toBeGreaterThan(15);
  });
});

describe('a translation of the stand-in', () => {
  it.each([
    ['Hello everyone.', 'en', 'es', 'Hola a todos.'],
    ['hola a todos', 'es', 'ja', '皆さん、こんにちは。'],
    ['会议九点开始。', 'zh', 'fr', 'La réunion commence à neuf heures.'],
    ['Guten Morgen. Vielen Dank.', 'de', 'zh', '早上好。非常感谢。'],
    ['Where is the library? See you tomorrow.', 'en', 'de', 'Wo ist die Bibliothek? Bis morgen.'],
  ])('of “%s” from %s into %s is “%s”, by whole sentences', (text, from, to, translated) => {
    expect(translate(text, from, to)).toEqual({ text: translated, spoken: translated });
  });

  it.each([
    ['Good friend, the kite is here.', 'en', 'es', '[es] bueno amigo, el kite es aquí.'],
    ['我们和朋友', 'zh', 'en', '[en] we and friend'],
    ['我们去公园和朋友。', 'zh', 'en', '[en] we «去公园» and friend 。'],
    ['凧が飛ぶ', 'ja', 'en', '[en] «凧が飛ぶ»'],
    ['Hello everyone. Paper kites!', 'en', 'fr', '[fr] Bonjour à tous. Paper kites!'],
    ['Hello everyone.', 'en', 'tr', '[tr] Hello everyone.'],
  ])('of %j is word by word and marked as such', (text, from, to, translated) => {
    expect(translate(text, from, to).text).toBe(translated);
    expect(translate(text, from, to).spoken).not.toContain('[');
  });

  it('into its own language is what was said', () => {
    expect(translate('Anything at all.', 'en', 'en').text).toBe('Anything at all.');
  });
});

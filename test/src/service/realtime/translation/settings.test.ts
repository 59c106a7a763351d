import { describe, expect, it } from 'vitest';
import {
  isLanguage,
  isVoiced,
  languageCodes,
} from '../../../../../src/service/realtime/translation/languages.ts';
import {
  takesHotWordsAt,
  wireTranslation,
} from '../../../../../src/service/realtime/translation/session-update.ts';
import { checkTranslation } from '../../../../../src/service/realtime/translation/translation-client.ts';
import type { TranslationSettings } from '../../../../../src/service/realtime/translation/translation-types.ts';

/** Field notes 4, read once more. */
const voiced = ['en', 'zh', 'ru', 'fr', 'de', 'pt', 'es', 'it', 'ko', 'ja', 'yue'];
const textOnly = ['id', 'vi', 'th', 'ar', 'hi', 'el', 'tr'];

describe('languages of a translation', () => {
  it('are those of the field notes', () => {
    expect([...languageCodes].toSorted()).toEqual([...voiced, ...textOnly].toSorted());
    expect(languageCodes.filter(isVoiced).toSorted()).toEqual(voiced.toSorted());
    expect(isLanguage('tlh')).toBe(false);
  });
});

describe('settings of a translation', () => {
  it.each<[TranslationSettings]>([
    [{}],
    [{ from: 'auto', to: 'el' }],
    [{ from: 'yue', to: 'ja', voice: 'Cherry' }],
  ])('may be %j', (settings) => {
    expect(checkTranslation(settings)).toEqual([]);
  });

  it.each([
    [{ from: 'tlh' }, ['from unknown']],
    [{ to: 'auto' }, ['to unknown']],
    [{ from: '', to: 'EN', voice: ' ' }, ['from unknown', 'to unknown', 'voice empty']],
  ])('may not be %j', (settings, problems) => {
    const found = checkTranslation(settings as TranslationSettings);
    expect(found.map(({ field, rule }) => `${field} ${rule}`)).toEqual(problems);
  });

  it('are English into English, aloud, with the source text, unless they say more', () => {
    expect(wireTranslation({})).toEqual({
      modalities: ['text', 'audio'],
      input_audio_format: 'pcm16',
      output_audio_format: 'pcm24',
      input_audio_transcription: { model: 'xq3-asr-flash-realtime', language: 'en' },
      translation: { language: 'en' },
    });
  });

  it('have every field under its wire name', () => {
    const settings = { from: 'zh', to: 'fr', voice: 'Ethan', speaks: false, showsSource: false } as const;
    expect(wireTranslation(settings)).toEqual({
      modalities: ['text'],
      voice: 'Ethan',
      input_audio_format: 'pcm16',
      output_audio_format: 'pcm24',
      input_audio_transcription: { language: 'zh' },
      translation: { language: 'fr' },
    });
  });

  describe('hot words', () => {
    const hotWords = ['Emcee', '林薇', 'Emcee'];
    const at = (field: string | undefined, words: readonly string[] = hotWords) =>
      wireTranslation({ hotWords: words }, field);

    it('are sent nowhere unless the deployment names a field', () => {
      expect(at(undefined)).toEqual(wireTranslation({}));
      expect(at('hot_words', [])).toEqual(wireTranslation({}));
    });

    it.each([
      ['hot_words', { hot_words: ['Emcee', '林薇'] }],
      ['asr.corpus.words', { asr: { corpus: { words: ['Emcee', '林薇'] } } }],
      [
        'input_audio_transcription.hot_words',
        {
          input_audio_transcription: {
            model: 'xq3-asr-flash-realtime',
            language: 'en',
            hot_words: ['Emcee', '林薇'],
          },
        },
      ],
    ])('are sent at %s, each once, beside everything else', (field, there) => {
      expect(at(field)).toEqual({ ...wireTranslation({}), ...there });
    });

    it('are at most 100 of at most 60 characters, 2,000 together', () => {
      const many = Array.from({ length: 150 }, (_, index) => `word ${index}`);
      expect(at('words', ['x'.repeat(61), ...many]).words).toEqual(many.slice(0, 100));
      const long = Array.from({ length: 60 }, (_, index) => String(index).padStart(60, '名'));
      expect(at('words', long).words).toEqual(long.slice(0, 33));
    });

    it.each([
      ['hot_words', true],
      ['translation.hot_words', true],
      ['translation', false],
      ['translation.language', false],
      ['voice', false],
      ['voice.words', false],
      ['modalities.words', false],
    ])('may be at %s: %s', (field, may) => {
      expect(takesHotWordsAt(field)).toBe(may);
    });
  });

  it('leave the source out where the service is to detect it', () => {
    expect(wireTranslation({ from: 'auto' })).toMatchObject({
      input_audio_transcription: { model: 'xq3-asr-flash-realtime' },
    });
    expect(JSON.stringify(wireTranslation({ from: 'auto', to: 'de' }))).not.toContain('auto');
  });

  it.each(textOnly.filter(isLanguage))('into %s are text only, which has no voice', (to) => {
    expect(wireTranslation({ to, speaks: true }).modalities).toEqual(['text']);
  });
});

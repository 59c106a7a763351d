import { describe, expect, it } from 'vitest';
import { checkTranslation } from '../../../../../src/service/realtime/translation/check.ts';
import {
  isLanguage,
  isVoiced,
  languageCodes,
} from '../../../../../src/service/realtime/translation/languages.ts';
import { wireTranslation } from '../../../../../src/service/realtime/translation/session-update.ts';
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

import { recognitionModel } from '../models.ts';
import { fittingHotWords, isFree, withHotWords } from './hot-words.ts';
import { isVoiced } from './languages.ts';
import type { TranslationSettings } from './translation-types.ts';

/**
 * The `session` object of `session.update` (document 2 C).
 * @param hotWordsField dotted path where a deployment takes hot words; the document has no such field, so without it
 * none are sent
 */
export function wireTranslation(
  settings: TranslationSettings,
  hotWordsField?: string,
): Readonly<Record<string, unknown>> {
  const { from = 'en', to = 'en', speaks = true, showsSource = true, voice, hotWords = [] } = settings;
  const session = {
    // A language without a voice only gets text (field notes 4).
    modalities: speaks && isVoiced(to) ? ['text', 'audio'] : ['text'],
    ...(voice === undefined ? {} : { voice }),
    input_audio_format: 'pcm16',
    output_audio_format: 'pcm24',
    input_audio_transcription: {
      ...(showsSource ? { model: recognitionModel } : {}),
      ...(from === 'auto' ? {} : { language: from }),
    },
    translation: { language: to },
  };
  const words = hotWordsField === undefined ? [] : fittingHotWords(hotWords);
  return hotWordsField === undefined || words.length === 0
    ? session
    : withHotWords(session, hotWordsField, words);
}

/** Whether hot words can be sent there without replacing a field from the document. */
export function takesHotWordsAt(path: string): boolean {
  return isFree(path, wireTranslation({ voice: 'any' }));
}

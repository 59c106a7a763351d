import { recognitionModel } from '../models.ts';
import { isVoiced } from './languages.ts';
import type { TranslationSettings } from './translation-types.ts';

/** The `session` object of `session.update` (document 2 C). */
export function wireTranslation(settings: TranslationSettings): Readonly<Record<string, unknown>> {
  const { from = 'en', to = 'en', speaks = true, showsSource = true, voice } = settings;
  return {
    // A language without a voice is text only (field notes 4).
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
}

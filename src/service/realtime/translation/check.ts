import { isLanguage, languageCodes } from './languages.ts';
import type { TranslationSettings } from './translation-types.ts';

/** A rule of document 2 C that the settings break, as data. */
interface TranslationProblem {
  readonly field: keyof TranslationSettings;
  readonly rule: 'unknown' | 'empty';
  readonly allowed?: readonly string[];
}

/** Every rule that the settings break; empty if they can be sent. */
export function checkTranslation({ from, to, voice }: TranslationSettings): readonly TranslationProblem[] {
  return [
    ...(from === undefined || from === 'auto' || isLanguage(from) ? [] : [unknown('from')]),
    ...(to === undefined || isLanguage(to) ? [] : [unknown('to')]),
    ...(voice?.trim() === '' ? [{ field: 'voice', rule: 'empty' } as const] : []),
  ];
}

function unknown(field: 'from' | 'to'): TranslationProblem {
  return { field, rule: 'unknown', allowed: languageCodes };
}

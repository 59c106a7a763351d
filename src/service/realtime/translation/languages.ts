/** Languages to translate into (field notes 4). `voiced`: also aloud; the others only as text. */
const targetLanguages = [
  ...(['en', 'zh', 'ru', 'fr', 'de', 'pt', 'es', 'it', 'ko', 'ja', 'yue'] as const).map(
    (code) => ({ code, voiced: true }) as const,
  ),
  ...(['id', 'vi', 'th', 'ar', 'hi', 'el', 'tr'] as const).map((code) => ({ code, voiced: false }) as const),
] as const;

export type LanguageCode = (typeof targetLanguages)[number]['code'];
export const languageCodes: readonly LanguageCode[] = targetLanguages.map(({ code }) => code);

export function isLanguage(code: string): code is LanguageCode {
  return languageCodes.some((each) => each === code);
}

/** Whether the service can say a translation into this language aloud. */
export function isVoiced(code: LanguageCode): boolean {
  return targetLanguages.some((each) => each.code === code && each.voiced);
}

/** The one list of languages; each of them is complete. English, the first, is what everybody else reads. */
export const languages = ['en-US', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The same thing in each language: the compiler names every place that a new one lacks. */
export type InEachLanguage<Said> = Readonly<Record<Language, Said>>;

/** The language for a Discord locale: Chinese for `zh-CN` and `zh-TW`, English for every other and for none. */
export function languageOf(locale: string | null | undefined): Language {
  return locale?.startsWith('zh') ? 'zh-CN' : 'en-US';
}

/** Makes something in each language. */
export function inEachLanguage<Said>(say: (language: Language) => Said): InEachLanguage<Said> {
  const entries = languages.map((language) => [language, say(language)] as const);
  return Object.fromEntries(entries) as Record<Language, Said>;
}

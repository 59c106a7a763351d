/** The one list of languages, each of them complete. Everyone else reads English, the first. */
export const languages = ['en-US', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The same thing in each language. The compiler names every place that a new language lacks. */
export type InEachLanguage<Said> = Readonly<Record<Language, Said>>;

/** What another language says for the English words: the same keys, and sentences that take the same facts. */
export type Translated<English> = English extends (...facts: infer Facts) => string
  ? (...facts: Facts) => string
  : English extends string
    ? string
    : { readonly [Key in keyof English]: Translated<English[Key]> };

/** A sentence for each case. All of them get the facts, even if one language names none in some of them. */
export type Sentences<Case extends string, Facts extends readonly unknown[]> = Readonly<
  Record<Case, (...facts: Facts) => string>
>;

/** The language for a Discord locale: Chinese for `zh-CN` and `zh-TW`, English for everything else. */
export function languageOf(locale: string | null | undefined): Language {
  return locale?.startsWith('zh') ? 'zh-CN' : 'en-US';
}

export function inEachLanguage<Said>(say: (language: Language) => Said): InEachLanguage<Said> {
  const entries = languages.map((language) => [language, say(language)] as const);
  return Object.fromEntries(entries) as Record<Language, Said>;
}

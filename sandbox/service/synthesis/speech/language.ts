const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Thai}/u, 'th'],
];

/** The hinted language, else what the script says, else the voice's own, unless that has another script. */
export function languageOf(text: string, hint: string | undefined, ofVoice: readonly string[]): string {
  if (hint !== undefined) return hint;
  const byScript = scripts.find(([script]) => script.test(text))?.[1];
  if (byScript) return byScript;
  return ofVoice.find((language) => !scripts.some(([, name]) => name === language)) ?? 'en';
}

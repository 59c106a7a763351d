/** The maximum number of terms, and of characters in all of them. The last ones are left out first. */
const mostWords = 100;
const mostCharacters = 2_000;
const longestWord = 60;

type Fields = Readonly<Record<string, unknown>>;

/** As many as fit, without duplicates. */
export function fittingHotWords(words: readonly string[]): readonly string[] {
  const fitting: string[] = [];
  let characters = 0;
  for (const word of new Set(words)) {
    const { length } = Array.from(word);
    if (length === 0 || length > longestWord) continue;
    characters += length;
    if (fitting.length >= mostWords || characters > mostCharacters) break;
    fitting.push(word);
  }
  return fitting;
}

/** Whether a path is free in these settings, so that it adds a field and doesn't replace one. */
export function isFree(path: string, settings: Fields): boolean {
  const [name = '', ...inner] = path.split('.');
  const there = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (there === undefined) return true;
  return inner.length > 0 && isFields(there) && isFree(inner.join('.'), there);
}

/** The settings with the words added at a dotted path. */
export function withHotWords(settings: Fields, path: string, words: readonly string[]): Fields {
  const [name = '', ...inner] = path.split('.');
  const there = settings[name];
  const value =
    inner.length === 0 ? words : withHotWords(isFields(there) ? there : {}, inner.join('.'), words);
  return { ...settings, [name]: value };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

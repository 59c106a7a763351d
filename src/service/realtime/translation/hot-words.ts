/** The most terms, and the most characters of them all. Beyond that, the last ones are left out first. */
const mostWords = 100;
const mostCharacters = 2_000;
const longestWord = 60;

type Fields = Readonly<Record<string, unknown>>;

/** Each once, as many as fit. */
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

/** Whether a field has a place of its own in these settings: beside what's there, not in place of it. */
export function isFree(path: string, settings: Fields): boolean {
  const [name = '', ...inner] = path.split('.');
  const there = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (there === undefined) return true;
  return inner.length > 0 && isFields(there) && isFree(inner.join('.'), there);
}

/** The settings with the words at a dotted path. */
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

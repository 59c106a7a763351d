/** `a`, `a and b`, `a, b and c`, in the way of the language. */
export function listPhrase(items: readonly string[], locale: string): string {
  return joined(items, new Intl.ListFormat(locale, { type: 'conjunction' }));
}

/** `a`, `a or b`, `a, b or c`, in the way of the language. */
export function orPhrase(items: readonly string[], locale: string): string {
  return joined(items, new Intl.ListFormat(locale, { type: 'disjunction' }));
}

/** A live countdown, which Discord shows in the reader's own language and time zone. */
export function countdown(epochMs: number): string {
  return `<t:${Math.floor(epochMs / 1000)}:R>`;
}

/** The names of permissions, any one of which is enough. */
export function anyPermissionPhrase(
  permissions: readonly string[],
  words: Readonly<Record<string, string>>,
  locale: string,
): string {
  return orPhrase(permissionNames(permissions, words, locale), locale);
}

/** The names of permissions in bold, in Chinese in quotes as Discord does. One without words is spelled out from its discord.js name. */
export function permissionsPhrase(
  permissions: readonly string[],
  words: Readonly<Record<string, string>>,
  locale: string,
): string {
  return listPhrase(permissionNames(permissions, words, locale), locale);
}

function permissionNames(
  permissions: readonly string[],
  words: Readonly<Record<string, string>>,
  locale: string,
): string[] {
  const named = permissions.map((name) => words[name] ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
  return named.map((name) => (locale.startsWith('zh') ? `“${name}”` : `**${name}**`));
}

/** A Chinese “and” is full-width, and has a space beside Latin letters. */
function joined(items: readonly string[], format: Intl.ListFormat): string {
  const parts = format.formatToParts(items);
  return parts
    .map(({ type, value }, index) => {
      if (type === 'element' || !startsInHan.test(value)) return value;
      const [before = '', after = ''] = [parts[index - 1]?.value, parts[index + 1]?.value];
      return `${endsInLatin.test(before) ? ' ' : ''}${value}${startsInLatin.test(after) ? ' ' : ''}`;
    })
    .join('');
}

const startsInHan = /^\p{Script=Han}/u;
const startsInLatin = /^[*`_]*[\p{Script=Latin}\d]/u;
const endsInLatin = /[\p{Script=Latin}\d][*`_]*$/u;

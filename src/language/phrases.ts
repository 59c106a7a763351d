/** `a`, `a and b`, `a, b and c`, in the way of the language. */
export function listPhrase(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}

/** Discord draws it as a time that counts down, in the reader's own language and zone. */
export function countdown(epochMs: number): string {
  return `<t:${Math.floor(epochMs / 1000)}:R>`;
}

/** The same for any one of them. */
export function anyPermissionPhrase(
  permissions: readonly string[],
  words: Readonly<Record<string, string>>,
  locale: string,
): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(boldNames(permissions, words));
}

/** The names of permissions in bold; one that has no words yet is spelled out of its discord.js name. */
export function permissionsPhrase(
  permissions: readonly string[],
  words: Readonly<Record<string, string>>,
  locale: string,
): string {
  return listPhrase(boldNames(permissions, words), locale);
}

function boldNames(permissions: readonly string[], words: Readonly<Record<string, string>>): string[] {
  return permissions.map((name) => `**${words[name] ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}**`);
}

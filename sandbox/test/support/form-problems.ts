/** What Discord's nested `errors` say: each path with its first code. */
export function problemsIn(errors: unknown, path = ''): Readonly<Record<string, string>> {
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, value]) =>
      key === '_errors'
        ? [[path, String((value as { code: string }[])[0]?.code)]]
        : Object.entries(problemsIn(value, path === '' ? key : `${path}.${key}`)),
    ),
  );
}

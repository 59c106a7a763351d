/** Secrets that can be in a file instead, the way Docker and systemd pass them: `DISCORD_TOKEN_FILE` and so on. */
export const fileSecrets = [
  'DISCORD_TOKEN',
  'SERVICE_API_KEY',
  'STORE_URL',
  'FILES_ACCESS_KEY_ID',
  'FILES_ACCESS_KEY_SECRET',
  'KNOWLEDGE_ACCESS_KEY_ID',
  'KNOWLEDGE_ACCESS_KEY_SECRET',
  'KNOWLEDGE_SECURITY_TOKEN',
] as const;

export const secretFileOf = (name: string): string => `${name}_FILE`;

/** Stands in for a secret that can't be read, so it isn't reported as missing or wrong as well. */
const unread = 'postgres://unread/unread';

/** The settings with the content of secret files filled in. A file that can't be used adds a problem. */
export function withSecretFiles(
  set: Readonly<Record<string, string>>,
  readFile: (path: string) => string,
  problems: string[],
): Record<string, string> {
  const filled = { ...set };
  for (const name of fileSecrets) {
    const variable = secretFileOf(name);
    const path = set[variable];
    if (path === undefined) continue;
    if (set[name] !== undefined) problems.push(`${variable} and ${name} are both set: keep one of them`);
    else filled[name] = secretIn(path, variable, readFile, problems) ?? unread;
  }
  return filled;
}

function secretIn(
  path: string,
  variable: string,
  readFile: (path: string) => string,
  problems: string[],
): string | undefined {
  try {
    const text = readFile(path).trim();
    if (text === '') problems.push(`${variable}: the file ${path} is empty`);
    return text || undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    problems.push(`${variable}: can't read the file ${path}${code}`);
    return undefined;
  }
}

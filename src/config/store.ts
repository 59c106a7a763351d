import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { withSecretFiles } from './secret-files.ts';

const urlMessage =
  'must be an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE, with ?schema=NAME if it is not emcee';

const storeUrl = z.string().refine(
  (value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, searchParams, pathname } = new URL(value);
    const isDatabase = /^postgres(ql)?:$/.test(protocol) && pathname.length > 1;
    return isDatabase && /^[a-z_][a-z0-9_]{0,47}$/.test(searchParams.get('schema') ?? 'emcee');
  },
  { error: urlMessage },
);

/** Where the bot keeps its records, if that's not a file in its folder. */
export const storeVariables = z.object({
  STORE_URL: storeUrl.optional(),
});

/**
 * For programs that need no other setting: undefined if the store is a file.
 * @throws {ConfigError} which never shows the address, because it has a password
 */
export function storeUrlOf(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string | undefined {
  const problems: string[] = [];
  const named = ['STORE_URL', 'STORE_URL_FILE'].flatMap((name) => {
    const value = env[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const { STORE_URL: url } = withSecretFiles(Object.fromEntries(named), readFile, problems);
  const parsed = storeUrl.optional().safeParse(url);
  if (!parsed.success) problems.push(`STORE_URL ${urlMessage}`);
  if (problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

/** Where the bot keeps its records by default. */
export const usualDataDir = './data';

/** For programs that need no other setting. An empty value counts as absent. */
export function dataDirOf(env: Readonly<Record<string, string | undefined>>): string {
  return env.DATA_DIR?.trim() || usualDataDir;
}

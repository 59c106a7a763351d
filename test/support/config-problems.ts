import { ConfigError, loadConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/environment.ts';

/** What is wrong with these settings; nothing when they can be used. */
export function problemsOf(env: Environment, readFile?: (path: string) => string): readonly string[] {
  try {
    loadConfig(env, readFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** What a start needs at least. */
export const leastSettings: Environment = {
  DISCORD_TOKEN: 'token-of-the-bot',
  SERVICE_API_KEY: 'key-of-the-service',
  SERVICE_BASE_URL: 'https://service.invalid',
};

/** The one thing that is wrong with these settings. */
export function problemOf(...settings: Parameters<typeof problemsOf>): string {
  const [problem, ...more] = problemsOf(...settings);
  if (problem === undefined || more.length > 0)
    throw new Error(`not one problem: ${problem}, ${more.join()}`);
  return problem;
}

import { z } from 'zod';
import type { LogLevel } from '../operations/log.ts';
import type { NamedProxy } from '../operations/way-out.ts';
import { ConfigError } from './config-error.ts';
import { discordVariables } from './discord.ts';
import { type Environment, setIn } from './environment.ts';
import { operationsVariables, wayOutOf } from './operations.ts';
import { type Address, address, oneOf } from './values.ts';

/** What a process does: everything, one part of it, or only passing requests on to Discord for several others. */
const roles = ['all', 'gateway', 'worker', 'rest'] as const;

/** Settings that say what a process is for. */
export const roleVariables = z.object({
  ROLE: oneOf(roles, 'all'),
  REST_LISTEN: address.prefault('127.0.0.1:9465'),
});

export interface RestProxyConfig {
  /** Without the version. */
  readonly apiUrl: string;
  readonly listen: Address;
  readonly logLevel: LogLevel;
  /** Absent: Discord is reached directly. */
  readonly proxy?: NamedProxy;
}

const variables = z.object({
  ...roleVariables.shape,
  ...discordVariables.pick({ DISCORD_API_URL: true }).shape,
  ...operationsVariables.pick({ LOG_LEVEL: true, HTTPS_PROXY: true, NO_PROXY: true }).shape,
});

/** The settings of a process with `ROLE=rest`, which needs neither a token nor a key. @throws {ConfigError} */
export function loadRestProxyConfig(env: Environment): RestProxyConfig {
  const parsed = variables.safeParse(setIn(env));
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
  const { DISCORD_API_URL: apiUrl, REST_LISTEN: listen, LOG_LEVEL: logLevel } = parsed.data;
  return { apiUrl: apiUrl.replace(/\/+$/, ''), listen, logLevel, ...wayOutOf(parsed.data) };
}

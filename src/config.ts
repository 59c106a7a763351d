import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import {
  headerPrefix,
  httpAddress,
  integer,
  modelAliases,
  oneOf,
  secret,
  snowflake,
} from './config-values.ts';
import { type ProviderProfile, parseProviderProfile } from './provider-profile.ts';
import { type Region, regions } from './service/regions.ts';

export { ConfigError };

export type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Every setting; `.env.example` explains each. */
const variables = z.object({
  DISCORD_TOKEN: secret('the bot token from the Discord developer portal'),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_API_URL: httpAddress.default('https://discord.com/api'),
  SERVICE_API_KEY: secret('the API key of the AI service'),
  SERVICE_BASE_URL: httpAddress.optional(),
  SERVICE_REGION: oneOf(regions, 'singapore'),
  SERVICE_WORKSPACE_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters, digits and hyphens')
    .optional(),
  SERVICE_HEADER_PREFIX: headerPrefix.optional(),
  SERVICE_MODEL_ALIASES: modelAliases.optional(),
  SERVICE_PROFILE: z.string().optional(),
  SERVICE_TIMEOUT_MS: integer(1_000, 600_000, 30_000),
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: oneOf(logLevels, 'info'),
  VIDEO_POLL_INTERVAL_MS: integer(5_000, 600_000, 15_000),
  VIDEO_POLLS_PER_SECOND: integer(1, 20, 10),
  VIDEO_CREATES_PER_SECOND: integer(1, 50, 5),
  VIDEO_TASKS_AT_ONCE: integer(1, 100, 5),
  VIDEO_SMALL_MODELS_CREATES_PER_SECOND: integer(1, 50, 2),
  VIDEO_SMALL_MODELS_TASKS_AT_ONCE: integer(1, 100, 2),
  VIDEO_KEEP_HOURS: integer(0, 720, 24),
  VIDEO_DEADLINE_HOURS: integer(1, 24, 24),
  VIDEO_MAX_DOWNLOAD_MB: integer(1, 4_096, 200),
  VIDEO_SECONDS_PER_PERSON_PER_DAY: integer(0, 86_400, 60),
  VIDEO_SECONDS_PER_GUILD_PER_DAY: integer(0, 864_000, 600),
});

export interface DiscordSettings {
  readonly token: string;
  /** Without the version, which the client appends. */
  readonly apiUrl: string;
  /** Commands are registered in this guild only; in all when absent. */
  readonly guildId?: string;
}

export interface ServiceConfig {
  readonly apiKey: string;
  readonly region: Region;
  /** `{workspace_id}` may stand in it; the workspace id is then set. */
  readonly baseUrl: string;
  readonly workspaceId?: string;
  readonly headerPrefix: string;
  /** Our model name → the deployment's. */
  readonly modelAliases: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Creations a second, and tasks at a time. */
export interface AccountLimits {
  readonly createsPerSecond: number;
  readonly tasksAtOnce: number;
}

export interface VideoConfig {
  readonly pollIntervalMs: number;
  readonly pollsPerSecond: number;
  /** The account's limits at the service, `small` for `gen2.2` and `gen2.1`. */
  readonly limits: Readonly<Record<'standard' | 'small', AccountLimits>>;
  /** How long a file is kept that could not be delivered as it is; 0: not at all. */
  readonly keepMs: number;
  readonly deadlineMs: number;
  readonly maxDownloadBytes: number;
  /** 0: no limit. */
  readonly secondsPerPersonPerDay: number;
  /** 0: no limit. */
  readonly secondsPerGuildPerDay: number;
}

export interface Config {
  readonly discord: DiscordSettings;
  readonly service: ServiceConfig;
  readonly video: VideoConfig;
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  /** The folders in which the machine's own programs (ffmpeg) are looked for, as in `PATH`. */
  readonly searchPath: string;
}

/**
 * The only reader of the environment. An empty value counts as absent.
 * @param readFile reads the file that `SERVICE_PROFILE` names
 * @throws {ConfigError} with every problem at once
 */
export function loadConfig(
  env: Environment,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Config {
  const set = withoutEmpty(env);
  const parsed = variables.safeParse(set);
  const problems = parsed.success ? [] : parsed.error.issues.map(problemOf);
  const profile = readProfile(set.SERVICE_PROFILE, readFile, problems);
  const region = parsed.success ? parsed.data.SERVICE_REGION : regionOf(set.SERVICE_REGION);
  const baseUrl = set.SERVICE_BASE_URL ?? (region && profile?.bases?.[region]);
  if (!baseUrl && region && profile) {
    const also = set.SERVICE_PROFILE ? ', which SERVICE_PROFILE does not have either' : '';
    problems.push(
      `SERVICE_BASE_URL is missing: the address of the AI service in the region ${region}${also}`,
    );
  }
  if (baseUrl?.includes('{workspace_id}') && !set.SERVICE_WORKSPACE_ID) {
    problems.push('SERVICE_WORKSPACE_ID is missing: the address of the AI service contains {workspace_id}');
  }
  if (!parsed.success || !baseUrl || !profile || problems.length > 0) throw new ConfigError(problems);
  return deepFreeze(grouped(parsed.data, profile, baseUrl, set.PATH ?? ''));
}

/** Names of the two settings that decide whether a side is real; those of them that are absent. */
export function missingSettings(env: Environment): readonly ('DISCORD_TOKEN' | 'SERVICE_API_KEY')[] {
  const set = withoutEmpty(env);
  return (['DISCORD_TOKEN', 'SERVICE_API_KEY'] as const).filter((name) => set[name] === undefined);
}

function grouped(
  values: z.infer<typeof variables>,
  profile: ProviderProfile,
  baseUrl: string,
  searchPath: string,
): Config {
  return {
    discord: {
      token: values.DISCORD_TOKEN,
      apiUrl: values.DISCORD_API_URL.replace(/\/+$/, ''),
      ...(values.DISCORD_GUILD_ID ? { guildId: values.DISCORD_GUILD_ID } : {}),
    },
    service: {
      apiKey: values.SERVICE_API_KEY,
      region: values.SERVICE_REGION,
      baseUrl,
      ...(values.SERVICE_WORKSPACE_ID ? { workspaceId: values.SERVICE_WORKSPACE_ID } : {}),
      headerPrefix: values.SERVICE_HEADER_PREFIX ?? profile.headerPrefix ?? 'X-Service-',
      modelAliases: { ...profile.models, ...values.SERVICE_MODEL_ALIASES },
      timeoutMs: values.SERVICE_TIMEOUT_MS,
    },
    video: {
      pollIntervalMs: values.VIDEO_POLL_INTERVAL_MS,
      pollsPerSecond: values.VIDEO_POLLS_PER_SECOND,
      limits: {
        standard: {
          createsPerSecond: values.VIDEO_CREATES_PER_SECOND,
          tasksAtOnce: values.VIDEO_TASKS_AT_ONCE,
        },
        small: {
          createsPerSecond: values.VIDEO_SMALL_MODELS_CREATES_PER_SECOND,
          tasksAtOnce: values.VIDEO_SMALL_MODELS_TASKS_AT_ONCE,
        },
      },
      keepMs: values.VIDEO_KEEP_HOURS * 3_600_000,
      deadlineMs: values.VIDEO_DEADLINE_HOURS * 3_600_000,
      maxDownloadBytes: values.VIDEO_MAX_DOWNLOAD_MB * 1_048_576,
      secondsPerPersonPerDay: values.VIDEO_SECONDS_PER_PERSON_PER_DAY,
      secondsPerGuildPerDay: values.VIDEO_SECONDS_PER_GUILD_PER_DAY,
    },
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    searchPath,
  };
}

/** Undefined, and a problem more, when the file cannot be used. */
function readProfile(
  path: string | undefined,
  readFile: (path: string) => string,
  problems: string[],
): ProviderProfile | undefined {
  if (path === undefined) return {};
  let json: string;
  try {
    json = readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    problems.push(`SERVICE_PROFILE: the file ${path} cannot be read${code}`);
    return undefined;
  }
  const parsed = parseProviderProfile(json);
  if ('profile' in parsed) return parsed.profile;
  problems.push(...parsed.problems.map((problem) => `SERVICE_PROFILE: in ${path}, ${problem}`));
  return undefined;
}

function regionOf(text: string | undefined): Region | undefined {
  return text === undefined ? 'singapore' : regions.find((region) => region === text);
}

function withoutEmpty(env: Environment): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.trim() !== '') set[name] = value.trim();
  }
  return set;
}

function problemOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.message}`;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}

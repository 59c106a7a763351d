import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LogLevel } from '../operations/log.ts';
import type { Role } from '../operations/role.ts';
import { ConfigError } from './config-error.ts';
import { type ConversationConfig, conversationOf, conversationVariables } from './conversation.ts';
import { usualDataDir } from './data-dir.ts';
import { type DiscordConfig, discordOf, discordVariables } from './discord.ts';
import { type Environment, setIn } from './environment.ts';
import { type FilesConfig, filesOf, filesVariables } from './files.ts';
import { type InterpreterConfig, interpreterOf, interpreterVariables } from './interpreter.ts';
import { type KnowledgeConfig, knowledgeOf, knowledgeVariables } from './knowledge.ts';
import { type OperationsConfig, operationsOf, operationsVariables } from './operations.ts';
import { roleVariables } from './rest-proxy.ts';
import { secretFileOf, withSecretFiles } from './secret-files.ts';
import { type ServiceConfig, serviceOf, serviceVariables } from './service.ts';
import { type SpeechConfig, speechOf, speechVariables } from './speech.ts';
import { storeVariables } from './store.ts';
import { unknownSettings } from './unknown-settings.ts';
import { httpAddress, integer } from './values.ts';
import { type VideoConfig, videoOf, videoVariables } from './video.ts';
import { type VoiceConfig, voiceOf, voiceVariables } from './voice.ts';

export { ConfigError };

/** Every setting; `.env.example` explains each. */
const variables = z.object({
  ...roleVariables.shape,
  ...discordVariables.shape,
  ...serviceVariables.shape,
  DATA_DIR: z.string().default(usualDataDir),
  KEEP_DAYS: integer(1, 3_650, 30),
  RELEASES_URL: httpAddress.optional(),
  ...storeVariables.shape,
  ...filesVariables.shape,
  ...operationsVariables.shape,
  ...videoVariables.shape,
  ...voiceVariables.shape,
  ...speechVariables.shape,
  ...conversationVariables.shape,
  ...interpreterVariables.shape,
  ...knowledgeVariables.shape,
});

export interface Config {
  readonly role: Role;
  readonly discord: DiscordConfig;
  readonly service: ServiceConfig;
  readonly video: VideoConfig;
  readonly voice: VoiceConfig;
  readonly speech: SpeechConfig;
  readonly conversation: ConversationConfig;
  readonly interpreter: InterpreterConfig;
  /** Absent if no knowledge base is set up. */
  readonly knowledge?: KnowledgeConfig;
  readonly operations: OperationsConfig;
  readonly dataDir: string;
  /** A PostgreSQL that keeps the records; absent: a file in `dataDir`. It has a password. */
  readonly storeUrl?: string;
  /** Where finished files wait that this process couldn't deliver; absent: in `dataDir`. It may have keys. */
  readonly files?: FilesConfig;
  /** How long finished videos, questions and unreadable records are kept. */
  readonly keepDays: number;
  readonly logLevel: LogLevel;
  /** Asked once a day for the newest release; absent: never. */
  readonly releasesUrl?: string;
  /** Folders to search for programs like ffmpeg, as in `PATH`. */
  readonly searchPath: string;
}

/**
 * The only reader of the environment. An empty value counts as absent.
 * @param readFile reads the files that settings name
 * @throws {ConfigError} with all problems at once
 */
export function loadConfig(
  env: Environment,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): Config {
  const found: string[] = [];
  const set = withSecretFiles(setIn(env), readFile, found);
  const parsed = variables.safeParse(set);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  // Faulty values are left out, so that the rest can be checked in the same run.
  const values = parsed.success ? parsed.data : variables.parse(without(faulty, set));
  const reading = { readFile, problems: found, faulty };
  const role = values.ROLE === 'rest' ? 'all' : values.ROLE;
  if (role !== 'all' && !values.STORE_URL)
    found.push(
      `ROLE=${role} needs STORE_URL: gateway processes and workers share their records, and a file is for one process`,
    );
  const discord = discordOf(values, reading);
  const service = serviceOf(values, reading);
  const speech = speechOf(values, reading);
  const knowledge = knowledgeOf(values, reading);
  const files = filesOf(values, reading);
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...found.filter((problem) => !faulty.has(variableOf(problem))),
  ];
  if (!service || problems.length > 0) throw new ConfigError([...problems, ...settingsWithoutEffect(env)]);
  return deepFreeze({
    role,
    // A worker holds none, whatever the processes beside it share their settings with.
    discord: role === 'worker' ? { ...discord, shards: 'auto' as const } : discord,
    service,
    video: videoOf(values),
    voice: voiceOf(values),
    speech,
    conversation: conversationOf(values),
    interpreter: interpreterOf(values),
    ...(knowledge ? { knowledge } : {}),
    operations: operationsOf(values, values.DATA_DIR),
    dataDir: values.DATA_DIR,
    ...(values.STORE_URL ? { storeUrl: values.STORE_URL } : {}),
    ...(files ? { files } : {}),
    keepDays: values.KEEP_DAYS,
    logLevel: values.LOG_LEVEL,
    ...(values.RELEASES_URL ? { releasesUrl: values.RELEASES_URL } : {}),
    searchPath: set.PATH ?? '',
  });
}

/** One sentence for each variable that looks like a setting but isn't one. */
export function settingsWithoutEffect(env: Environment): readonly string[] {
  return unknownSettings(env, Object.keys(variables.shape));
}

/** The two settings that make each side real: which of them are missing. */
export function missingSettings(env: Environment): readonly ('DISCORD_TOKEN' | 'SERVICE_API_KEY')[] {
  const set = setIn(env);
  return (['DISCORD_TOKEN', 'SERVICE_API_KEY'] as const).filter(
    (name) => set[name] === undefined && set[secretFileOf(name)] === undefined,
  );
}

/** The settings without the faulty ones; required ones get a placeholder. */
function without(faulty: ReadonlySet<string>, set: Record<string, string>): Record<string, string> {
  const kept = Object.entries(set).filter(([name]) => !faulty.has(name));
  return { DISCORD_TOKEN: 'none', SERVICE_API_KEY: 'none', ...Object.fromEntries(kept) };
}

/** The variable that a problem is about. */
function variableOf(problem: string): string {
  return problem.split(/[ :]/)[0] ?? '';
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}

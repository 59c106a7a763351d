import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type LogLevel, logLevels } from '../operations/log.ts';
import { type Region, regions } from '../service/regions.ts';
import { type SynthesisModel, synthesisModels } from '../service/synthesis/models.ts';
import { type VoiceListing, voiceFileSchema } from '../service/synthesis/voice-list.ts';
import { ConfigError } from './config-error.ts';
import { type ConversationConfig, conversationOf, conversationVariables } from './conversation.ts';
import { usualDataDir } from './data-dir.ts';
import { type InterpreterConfig, interpreterOf, interpreterVariables } from './interpreter.ts';
import { type KnowledgeConfig, knowledgeOf, knowledgeVariables } from './knowledge.ts';
import { type ProviderProfile, providerProfile } from './provider-profile.ts';
import { secretFileOf, withSecretFiles } from './secret-files.ts';
import { readSettingsFile } from './settings-file.ts';
import { unknownSettings } from './unknown-settings.ts';
import {
  headerPrefix,
  hotWordsField,
  httpAddress,
  integer,
  modelAliases,
  oneOf,
  secret,
  snowflake,
  snowflakes,
  socketAddress,
} from './values.ts';

export { ConfigError };

export type Environment = Readonly<Record<string, string | undefined>>;

const switches = ['on', 'off'] as const;
const liveFormats = ['opus', 'pcm'] as const;

/** Every setting; `.env.example` explains each. */
const variables = z.object({
  DISCORD_TOKEN: secret('the bot token from the Discord developer portal'),
  DISCORD_GUILD_ID: snowflake.optional(),
  GUILD_ALLOW: snowflakes.optional(),
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
  SERVICE_HOT_WORDS_FIELD: hotWordsField.optional(),
  SERVICE_PROFILE: z.string().optional(),
  SERVICE_TIMEOUT_MS: integer(1_000, 600_000, 30_000),
  DATA_DIR: z.string().default(usualDataDir),
  KEEP_DAYS: integer(1, 3_650, 30),
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
  VIDEO_SECONDS_PER_BOT_PER_DAY: integer(0, 8_640_000, 3_600),
  DISCORD_MESSAGE_CONTENT: oneOf(switches, 'off'),
  SERVICE_SOCKET_URL: socketAddress.optional(),
  VOICE_PREBUFFER_MS: integer(0, 2_000, 60),
  VOICE_ALONE_SECONDS: integer(5, 3_600, 30),
  VOICE_IDLE_MINUTES: integer(0, 1_440, 15),
  SPEECH_MODEL: oneOf(synthesisModels, 'tts-v3-flash'),
  SPEECH_VOICE: z.string().max(128).optional(),
  SPEECH_VOICES: z.string().optional(),
  SPEECH_FORMAT: oneOf(liveFormats, 'opus'),
  SPEECH_TASKS_PER_SECOND: integer(1, 50, 3),
  SPEECH_LONGEST_TEXT: integer(1, 200_000, 2_000),
  SPEECH_CHARACTERS_PER_PERSON_PER_DAY: integer(0, 10_000_000, 20_000),
  SPEECH_CHARACTERS_PER_GUILD_PER_DAY: integer(0, 100_000_000, 100_000),
  SPEECH_CHARACTERS_PER_BOT_PER_DAY: integer(0, 1_000_000_000, 500_000),
  ...conversationVariables.shape,
  ...interpreterVariables.shape,
  ...knowledgeVariables.shape,
});

export interface DiscordSettings {
  readonly token: string;
  /** Without the version, which the client appends. */
  readonly apiUrl: string;
  /** Commands are registered in this guild only; in all when absent. */
  readonly guildId?: string;
  /** The only guilds that the bot works for; it leaves others. All when absent. */
  readonly allowedGuildIds?: readonly string[];
  /** May the bot ask for the Message Content intent, which reading channels aloud needs? */
  readonly messageContent: boolean;
}

export interface ServiceConfig {
  readonly apiKey: string;
  readonly region: Region;
  /** `{workspace_id}` may stand in it; the workspace id is then set. */
  readonly baseUrl: string;
  /** Base of the WebSocket interfaces; `baseUrl` with `ws` for `http` when absent. */
  readonly socketUrl?: string;
  readonly workspaceId?: string;
  readonly headerPrefix: string;
  /** Our model name → the deployment's. */
  readonly modelAliases: Readonly<Record<string, string>>;
  /** Where live translation takes hot words; none are sent without it. */
  readonly hotWordsField?: string;
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
  /** All guilds together; 0: no limit. */
  readonly secondsPerBotPerDay: number;
}

export interface VoiceConfig {
  /** How much of an utterance is there before its first packet is sent. */
  readonly prebufferMs: number;
  /** How long the bot stays when it is alone. */
  readonly aloneMs: number;
  /** How long it stays when nothing happens; 0: for ever. */
  readonly idleMs: number;
}

export interface SpeechConfig {
  readonly model: SynthesisModel;
  /** The voice of those who chose none: the operator's, or the first of the list that has the model. */
  readonly voice?: string;
  /** The voices that the operator listed; empty when there is no list. */
  readonly voices: readonly VoiceListing[];
  /** What is asked of the service for live speech: `opus` passes through as it is, `pcm` is encoded here. */
  readonly format: (typeof liveFormats)[number];
  readonly tasksPerSecond: number;
  /** Characters of one text. */
  readonly longestText: number;
  /** As the service bills them; 0: no limit. */
  readonly charactersPerPersonPerDay: number;
  /** 0: no limit. */
  readonly charactersPerGuildPerDay: number;
  /** All guilds together; 0: no limit. */
  readonly charactersPerBotPerDay: number;
}

export interface Config {
  readonly discord: DiscordSettings;
  readonly service: ServiceConfig;
  readonly video: VideoConfig;
  readonly voice: VoiceConfig;
  readonly speech: SpeechConfig;
  readonly conversation: ConversationConfig;
  readonly interpreter: InterpreterConfig;
  /** Absent when no knowledge base is set up. */
  readonly knowledge?: KnowledgeConfig;
  readonly dataDir: string;
  /** How long finished videos, questions and what could not be read are kept. */
  readonly keepDays: number;
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
  const inFiles: string[] = [];
  const set = withSecretFiles(withoutEmpty(env), readFile, inFiles);
  const parsed = variables.safeParse(set);
  const problems = parsed.success ? inFiles : [...inFiles, ...parsed.error.issues.map(problemOf)];
  const profile = readProfile(set.SERVICE_PROFILE, readFile, problems);
  const voices = readVoices(set.SPEECH_VOICES, readFile, problems);
  if (set.SPEECH_VOICE && voices?.length && !voices.some(({ name }) => name === set.SPEECH_VOICE)) {
    problems.push('SPEECH_VOICE names a voice that the file of SPEECH_VOICES does not have');
  }
  // What is wrong is left out, so that the rest can be looked at in the same go.
  const values = parsed.success ? parsed.data : variables.parse(withoutFaults(set, parsed.error));
  problems.push(...guildProblems(values));
  const ofKnowledge: string[] = [];
  const isWanted = set.KNOWLEDGE_URL !== undefined || set.KNOWLEDGE_BASES !== undefined;
  const knowledge = isWanted ? knowledgeOf(values, values.SERVICE_API_KEY, readFile, ofKnowledge) : undefined;
  const named = new Set(problems.map(variableOf));
  problems.push(...ofKnowledge.filter((problem) => !named.has(variableOf(problem))));
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
  if (!parsed.success || !baseUrl || !profile || !voices || problems.length > 0) {
    throw new ConfigError([...problems, ...settingsWithoutEffect(env)]);
  }
  const socketUrl = parsed.data.SERVICE_SOCKET_URL ?? profile.socketBases?.[parsed.data.SERVICE_REGION];
  return deepFreeze({
    ...grouped(parsed.data, profile, { baseUrl, socketUrl }),
    speech: speechOf(parsed.data, voices),
    conversation: conversationOf(parsed.data),
    interpreter: interpreterOf(parsed.data),
    ...(knowledge ? { knowledge } : {}),
    searchPath: set.PATH ?? '',
  });
}

/** One sentence for each variable that only looks like a setting. */
export function settingsWithoutEffect(env: Environment): readonly string[] {
  return unknownSettings(env, Object.keys(variables.shape));
}

/** Names of the two settings that decide whether a side is real; those of them that are absent. */
export function missingSettings(env: Environment): readonly ('DISCORD_TOKEN' | 'SERVICE_API_KEY')[] {
  const set = withoutEmpty(env);
  return (['DISCORD_TOKEN', 'SERVICE_API_KEY'] as const).filter(
    (name) => set[name] === undefined && set[secretFileOf(name)] === undefined,
  );
}

function speechOf(values: z.infer<typeof variables>, voices: readonly VoiceListing[]): SpeechConfig {
  const voice =
    values.SPEECH_VOICE ?? voices.find(({ models }) => models.includes(values.SPEECH_MODEL))?.name;
  return {
    model: values.SPEECH_MODEL,
    ...(voice === undefined ? {} : { voice }),
    voices,
    format: values.SPEECH_FORMAT,
    tasksPerSecond: values.SPEECH_TASKS_PER_SECOND,
    longestText: values.SPEECH_LONGEST_TEXT,
    charactersPerPersonPerDay: values.SPEECH_CHARACTERS_PER_PERSON_PER_DAY,
    charactersPerGuildPerDay: values.SPEECH_CHARACTERS_PER_GUILD_PER_DAY,
    charactersPerBotPerDay: values.SPEECH_CHARACTERS_PER_BOT_PER_DAY,
  };
}

function grouped(
  values: z.infer<typeof variables>,
  profile: ProviderProfile,
  { baseUrl, socketUrl }: { readonly baseUrl: string; readonly socketUrl: string | undefined },
): Omit<Config, 'speech' | 'conversation' | 'interpreter' | 'knowledge' | 'searchPath'> {
  return {
    discord: {
      token: values.DISCORD_TOKEN,
      apiUrl: values.DISCORD_API_URL.replace(/\/+$/, ''),
      ...(values.DISCORD_GUILD_ID ? { guildId: values.DISCORD_GUILD_ID } : {}),
      ...(values.GUILD_ALLOW ? { allowedGuildIds: values.GUILD_ALLOW } : {}),
      messageContent: values.DISCORD_MESSAGE_CONTENT === 'on',
    },
    service: {
      apiKey: values.SERVICE_API_KEY,
      region: values.SERVICE_REGION,
      baseUrl,
      ...(socketUrl ? { socketUrl } : {}),
      ...(values.SERVICE_WORKSPACE_ID ? { workspaceId: values.SERVICE_WORKSPACE_ID } : {}),
      headerPrefix: values.SERVICE_HEADER_PREFIX ?? profile.headerPrefix ?? 'X-Service-',
      modelAliases: { ...profile.models, ...values.SERVICE_MODEL_ALIASES },
      ...hotWordsOf(values.SERVICE_HOT_WORDS_FIELD ?? profile.hotWordsField),
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
      secondsPerBotPerDay: values.VIDEO_SECONDS_PER_BOT_PER_DAY,
    },
    voice: {
      prebufferMs: values.VOICE_PREBUFFER_MS,
      aloneMs: values.VOICE_ALONE_SECONDS * 1_000,
      idleMs: values.VOICE_IDLE_MINUTES * 60_000,
    },
    dataDir: values.DATA_DIR,
    keepDays: values.KEEP_DAYS,
    logLevel: values.LOG_LEVEL,
  };
}

function hotWordsOf(field: string | undefined): Pick<ServiceConfig, 'hotWordsField'> {
  return field === undefined ? {} : { hotWordsField: field };
}

/** Undefined, and a problem more, when the file cannot be used. */
function readProfile(
  path: string | undefined,
  readFile: (path: string) => string,
  problems: string[],
): ProviderProfile | undefined {
  return path === undefined
    ? {}
    : readSettingsFile('SERVICE_PROFILE', path, providerProfile, readFile, problems);
}

/** Undefined, and a problem more, when the file cannot be used. */
function readVoices(
  path: string | undefined,
  readFile: (path: string) => string,
  problems: string[],
): readonly VoiceListing[] | undefined {
  return path === undefined
    ? []
    : readSettingsFile('SPEECH_VOICES', path, voiceFileSchema, readFile, problems)?.voices;
}

function guildProblems({ DISCORD_GUILD_ID: id, GUILD_ALLOW: allowed }: z.infer<typeof variables>): string[] {
  const isShutOut = id !== undefined && allowed !== undefined && !allowed.includes(id);
  return isShutOut ? ["DISCORD_GUILD_ID names a server that GUILD_ALLOW doesn't have"] : [];
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

/** The same settings without those that have a fault; what is needed is made up. */
function withoutFaults(set: Record<string, string>, { issues }: z.ZodError): Record<string, string> {
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  const kept = Object.entries(set).filter(([name]) => !faulty.has(name));
  return { DISCORD_TOKEN: 'none', SERVICE_API_KEY: 'none', ...Object.fromEntries(kept) };
}

/** The variable that a problem begins with. */
function variableOf(problem: string): string {
  return problem.split(/[ :]/)[0] ?? '';
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

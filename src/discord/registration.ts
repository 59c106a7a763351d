import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  DiscordAPIError,
  InteractionContextType,
  type REST,
  Routes,
} from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ChatCommand, MessageCommand } from './command.ts';
import { type AllWords, type CommandJson, commandsJson, messageCommandsJson } from './command-json.ts';
import { limitProblems } from './command-limits.ts';

interface RegistrationOptions {
  readonly rest: Pick<REST, 'get' | 'put' | 'delete'>;
  readonly applicationId: string;
  readonly commands: readonly ChatCommand[];
  readonly messageCommands?: readonly MessageCommand[];
  /** The default language first. */
  readonly languages: AllWords;
  /** Commands go only to this guild. Default: all guilds. */
  readonly guildId?: string | undefined;
  /** Guilds where our commands would show up twice, left over from an earlier `guildId`. */
  readonly otherGuildIds?: readonly string[];
  readonly log: Logger;
}

/** What Discord answers, including fields that we don't know. */
const registeredCommands = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    type: z.number().default(ApplicationCommandType.ChatInput),
  }),
);
type RegisteredCommand = z.infer<typeof registeredCommands>[number];

/** Reading the commands of every guild takes too long if the bot is in many, and tidying up isn't worth that. */
const maxGuildsToTidy = 20;

/**
 * Brings Discord's list of our commands up to date and writes only if it differs. Never both global and guild commands,
 * because people would see each one twice.
 * @returns how many lists were written
 * @throws {Error} if our data exceed Discord's limits (before any call), or what `rest` throws
 */
export async function registerCommands(options: RegistrationOptions): Promise<number> {
  const commands = [
    ...commandsJson(options.commands.filter(isOffered), options.languages),
    ...messageCommandsJson((options.messageCommands ?? []).filter(isOffered), options.languages),
  ];
  const problems = limitProblems(commands);
  if (problems.length > 0) throw new Error(`Discord would refuse our commands: ${problems.join('; ')}`);
  const { applicationId, guildId } = options;
  if (guildId) {
    const written = await overwrite(
      Routes.applicationGuildCommands(applicationId, guildId),
      commands,
      options,
    );
    return written + (await overwrite(Routes.applicationCommands(applicationId), [], options));
  }
  const placed = commands.map((command) => ({
    ...command,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  }));
  let written = await overwrite(Routes.applicationCommands(applicationId), placed, options);
  for (const id of (options.otherGuildIds ?? []).slice(0, maxGuildsToTidy)) {
    written += await removeDoubles(id, commands, options);
  }
  return written;
}

const isOffered = ({ offered }: { readonly offered?: boolean }) => offered !== false;

type Route = `/${string}`;

async function overwrite(
  route: Route,
  commands: readonly CommandJson[],
  { rest, log, guildId }: RegistrationOptions,
): Promise<number> {
  const registered = await readCommands(route, rest);
  // An activity's entry point isn't ours, but Discord would refuse a list without it.
  const entryPoints = registered.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint);
  const wanted: readonly CommandRecord[] = [...entryPoints, ...commands.map((command) => ({ ...command }))];
  const scope = route.includes('/guilds/') ? 'guild' : 'global';
  const differences = differencesBetween(wanted, registered, scope);
  if (differences.length === 0) {
    log.debug({ scope, commands: wanted.length }, 'commands are up to date');
    return 0;
  }
  log.info({ scope, guildId, differences }, 'registering commands');
  await rest.put(route, { body: wanted });
  return 1;
}

async function removeDoubles(
  guildId: string,
  commands: readonly CommandJson[],
  { rest, applicationId, log }: RegistrationOptions,
): Promise<number> {
  try {
    const registered = await readCommands(Routes.applicationGuildCommands(applicationId, guildId), rest);
    const doubles = registered.filter(({ name, type }) =>
      commands.some((command) => command.name === name && command.type === type),
    );
    for (const { id, name } of doubles) {
      log.info({ guildId, command: name }, 'removing a guild command that is registered globally');
      await rest.delete(Routes.applicationGuildCommand(applicationId, guildId, id));
    }
    return doubles.length;
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) throw error;
    log.debug({ err: error, guildId }, "couldn't check the commands of a server");
    return 0;
  }
}

async function readCommands(route: Route, rest: Pick<REST, 'get'>): Promise<readonly RegisteredCommand[]> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  return registeredCommands.parse(await rest.get(route, { query }));
}

/** A command as JSON: ours to send, or Discord's. */
type CommandRecord = Readonly<Record<string, unknown>> & { readonly name: string };

interface Difference {
  readonly command: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Where it differs, such as `options.0.max_length`. */
  readonly at: readonly string[];
}

/**
 * What we say about a command or an option, with Discord's defaults for what we leave out. All other fields (`id`,
 * `version`, `application_id` …) are Discord's own and never count as differences.
 */
const defaults: Readonly<Record<string, unknown>> = {
  type: 1,
  name: undefined,
  name_localizations: {},
  description: '',
  description_localizations: {},
  required: false,
  autocomplete: false,
  choices: [],
  options: [],
  channel_types: [],
  file_types: [],
  min_value: undefined,
  max_value: undefined,
  min_length: undefined,
  max_length: undefined,
  value: undefined,
  nsfw: false,
  default_member_permissions: undefined,
};

/** Where commands are offered. Only sent for global commands, because Discord's defaults depend on the application. */
const placement: Readonly<Record<string, unknown>> = { contexts: undefined, integration_types: undefined };

/** Empty if registering `wanted` would change nothing. */
function differencesBetween(
  wanted: readonly CommandRecord[],
  registered: readonly CommandRecord[],
  scope: 'global' | 'guild',
): readonly Difference[] {
  const fields = scope === 'global' ? { ...defaults, ...placement } : defaults;
  const before = byKey(registered);
  const after = byKey(wanted);
  const differences: Difference[] = [];
  for (const [key, command] of after) {
    const old = before.get(key);
    if (!old) {
      differences.push({ command: command.name, change: 'added', at: [] });
      continue;
    }
    const at = differingPlaces(normalised(command, fields), normalised(old, fields), '');
    if (at.length > 0) differences.push({ command: command.name, change: 'changed', at });
  }
  for (const [key, command] of before) {
    if (!after.has(key)) differences.push({ command: command.name, change: 'removed', at: [] });
  }
  return differences;
}

/** Commands of different types may share a name. */
function byKey(commands: readonly CommandRecord[]): ReadonlyMap<string, CommandRecord> {
  return new Map(commands.map((command) => [`${String(command.type ?? 1)} ${command.name}`, command]));
}

function normalised(value: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, fields));
  if (!isRecord(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, fallback] of Object.entries(fields)) {
    const given = value[name] ?? fallback;
    const isText = name.endsWith('_localizations');
    result[name] = isText ? given : normalised(given, defaults);
  }
  return result;
}

function differingPlaces(wanted: unknown, registered: unknown, place: string): readonly string[] {
  if (Array.isArray(wanted) && Array.isArray(registered) && wanted.length !== registered.length)
    return [place];
  if (!isObject(wanted) || !isObject(registered)) return Object.is(wanted, registered) ? [] : [place];
  const names = new Set([...Object.keys(wanted), ...Object.keys(registered)]);
  return [...names].flatMap((name) =>
    differingPlaces(wanted[name], registered[name], place ? `${place}.${name}` : name),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

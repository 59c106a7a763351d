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
import { type CommandRecord, differencesBetween } from './differences.ts';

export interface RegistrationOptions {
  readonly rest: Pick<REST, 'get' | 'put' | 'delete'>;
  readonly applicationId: string;
  readonly commands: readonly ChatCommand[];
  readonly messageCommands?: readonly MessageCommand[];
  /** The default language first. */
  readonly languages: AllWords;
  /** Commands go to this guild only; to all guilds when absent. */
  readonly guildId?: string | undefined;
  /** Guilds in which commands of ours, left from a time with a `guildId`, would show up twice. */
  readonly otherGuildIds?: readonly string[];
  readonly log: Logger;
}

/** What Discord answers; whatever it adds is kept. */
const registeredCommands = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    type: z.number().default(ApplicationCommandType.ChatInput),
  }),
);
type RegisteredCommand = z.infer<typeof registeredCommands>[number];

/** Reading the commands of every guild would take its time in a bot that is in many; a tidy-up is not worth that. */
const maxGuildsToTidy = 20;

/**
 * Makes Discord's list of our commands what it should be, and writes only where it differs. Never both global and
 * guild commands, because people would see each twice.
 * @returns how many lists were written
 * @throws {Error} when our own data break Discord's limits (before any call), or what `rest` throws
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
  // An activity's entry point is not ours to give, and a list without it would be refused.
  const entryPoints = registered.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint);
  const wanted: readonly CommandRecord[] = [...entryPoints, ...commands.map((command) => ({ ...command }))];
  const scope = route.includes('/guilds/') ? 'guild' : 'global';
  const differences = differencesBetween(wanted, registered, scope);
  if (differences.length === 0) {
    log.debug({ scope, commands: wanted.length }, 'commands are registered as they should be');
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
    log.debug({ err: error, guildId }, 'the commands of a guild could not be looked at');
    return 0;
  }
}

async function readCommands(route: Route, rest: Pick<REST, 'get'>): Promise<readonly RegisteredCommand[]> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  return registeredCommands.parse(await rest.get(route, { query }));
}

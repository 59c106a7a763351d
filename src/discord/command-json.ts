import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { ChatCommand, Choice, CommandOption, MessageCommand } from './command.ts';
import type { CommandWords, OptionWords } from './words/command-words.ts';
import type { EdgeWords } from './words/index.ts';

export type ChatCommandJson = RESTPostAPIChatInputApplicationCommandsJSONBody;
export type MenuCommandJson = RESTPostAPIContextMenuApplicationCommandsJSONBody;
export type CommandJson = ChatCommandJson | MenuCommandJson;

/** The languages that commands are registered in, with the default first. */
export type AllWords = readonly [EdgeWords, ...EdgeWords[]];

type Localised<Field extends string> = { [Name in Field]: string } & {
  [Name in `${Field}_localizations`]: Record<string, string>;
};

/**
 * Builds what Discord gets about our commands from their data and words. Commands with the same first word in their
 * path become one with subcommands.
 * @throws {Error} naming the missing words: our own mistake, found at boot
 */
export function commandsJson(
  commands: readonly ChatCommand[],
  languages: AllWords,
): readonly ChatCommandJson[] {
  const byName = Map.groupBy(commands, (command) => command.path[0]);
  return [...byName].map(([name, group]) => {
    const subcommands = group.filter((command) => command.path.length === 2);
    if (subcommands.length > 0 && subcommands.length < group.length) {
      throw new Error(`"${name}" has subcommands and cannot be run bare`);
    }
    const [only] = group;
    const options =
      subcommands.length > 0 || !only
        ? subcommands.map((command) => subcommandJson(command, languages))
        : only.options.map((option) => optionJson(option, name, languages));
    return { type: ApplicationCommandType.ChatInput, ...commandTexts(name, languages), options };
  });
}

/**
 * The same for commands in a message's context menu.
 * @throws {Error} naming the words that are missing or differ in English: our own mistake, found at boot
 */
export function messageCommandsJson(
  commands: readonly MessageCommand[],
  languages: AllWords,
): readonly MenuCommandJson[] {
  return commands.map(({ name }) => {
    const shown = commandWords(languages[0], name).name;
    if (shown !== name) throw new Error(`"${name}" is called "${shown}" in ${languages[0].locale}`);
    return {
      type: ApplicationCommandType.Message,
      name,
      name_localizations: inEach(languages, (words) => commandWords(words, name).name),
    };
  });
}

function subcommandJson(command: ChatCommand, languages: AllWords): APIApplicationCommandSubcommandOption {
  const path = command.path.join(' ');
  return {
    type: ApplicationCommandOptionType.Subcommand,
    ...commandTexts(path, languages),
    options: command.options.map((option) => optionJson(option, path, languages)),
  };
}

function optionJson(
  option: CommandOption,
  path: string,
  languages: AllWords,
): APIApplicationCommandBasicOption {
  const wordsOf = (words: EdgeWords) =>
    found(commandWords(words, path).options?.[option.name], words, path, option.name);
  const frame = {
    name: option.name,
    name_localizations: inEach(languages, (words) => wordsOf(words).name),
    description: wordsOf(languages[0]).description,
    description_localizations: inEach(languages, (words) => wordsOf(words).description),
    ...(option.required ? { required: true } : {}),
  };
  switch (option.kind) {
    case 'boolean':
      return { ...frame, type: ApplicationCommandOptionType.Boolean };
    case 'attachment':
      return {
        ...frame,
        type: ApplicationCommandOptionType.Attachment,
        ...(option.fileTypes ? { file_types: [...option.fileTypes] } : {}),
      };
    case 'role':
      return { ...frame, type: ApplicationCommandOptionType.Role };
    case 'channel':
      return {
        ...frame,
        type: ApplicationCommandOptionType.Channel,
        channel_types: [...option.types],
      };
    case 'string': {
      const limits = {
        ...(option.minLength === undefined ? {} : { min_length: option.minLength }),
        ...(option.maxLength === undefined ? {} : { max_length: option.maxLength }),
      };
      const type = ApplicationCommandOptionType.String;
      if (option.autocomplete) return { ...frame, ...limits, type, autocomplete: true };
      return { ...frame, ...limits, type, ...choicesJson(option.choices, languages, wordsOf) };
    }
    default: {
      const limits = {
        ...(option.min === undefined ? {} : { min_value: option.min }),
        ...(option.max === undefined ? {} : { max_value: option.max }),
      };
      const rest = option.autocomplete
        ? ({ autocomplete: true } as const)
        : choicesJson(option.choices, languages, wordsOf);
      return option.kind === 'integer'
        ? { ...frame, ...limits, type: ApplicationCommandOptionType.Integer, ...rest }
        : { ...frame, ...limits, type: ApplicationCommandOptionType.Number, ...rest };
    }
  }
}

/** A label is only localised if a language has words for it; `16:9` is the same everywhere. */
function choicesJson<Value extends string | number>(
  choices: readonly Choice<Value>[] | undefined,
  languages: AllWords,
  wordsOf: (words: EdgeWords) => OptionWords,
): { choices?: APIApplicationCommandOptionChoice<Value>[] } {
  if (!choices) return {};
  return {
    choices: choices.map((choice) => {
      const label = (words: EdgeWords) => wordsOf(words).choices?.[String(choice.value)] ?? choice.label;
      const labels = inEach(languages, label);
      const name = label(languages[0]);
      const differ = Object.values(labels).some((localised) => localised !== name);
      return { name, ...(differ ? { name_localizations: labels } : {}), value: choice.value };
    }),
  };
}

function commandTexts(path: string, languages: AllWords): Localised<'name'> & Localised<'description'> {
  const description = (words: EdgeWords) =>
    found(commandWords(words, path).description, words, path, 'description');
  return {
    name: path.split(' ').at(-1) ?? path,
    name_localizations: inEach(languages, (words) => commandWords(words, path).name),
    description: description(languages[0]),
    description_localizations: inEach(languages, description),
  };
}

/** The default language has its own key too, because Discord's fallback can be surprising (spec 6, section 1). */
function inEach(languages: AllWords, pick: (words: EdgeWords) => string): Record<string, string> {
  return Object.fromEntries(languages.map((words) => [words.locale, pick(words)]));
}

function commandWords(words: EdgeWords, path: string): CommandWords {
  return found(words.commands[path], words, path);
}

function found<Found>(value: Found | undefined, words: EdgeWords, ...place: readonly string[]): Found {
  if (value === undefined) throw new Error(`no words in ${words.locale} for "${place.join(' ')}"`);
  return value;
}

import {
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord.js';
import type { ChatCommandJson, CommandJson, MenuCommandJson } from './command-json.ts';

/** Discord's limits (spec 6, section 1). */
const maxChatCommands = 100;
const maxMessageCommands = 15;
const maxOptions = 25;
const maxChoices = 25;
const maxDescriptionCharacters = 100;
const maxChoiceNameCharacters = 100;
const maxCommandCharacters = 8_000;
const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const maxMenuNameCharacters = 32;

type Texts = Pick<
  ChatCommandJson,
  'name' | 'name_localizations' | 'description' | 'description_localizations'
>;

/** What Discord would refuse, and where; empty if it would take everything. */
export function limitProblems(commands: readonly CommandJson[]): readonly string[] {
  const menus = commands.filter(isMenu);
  const chats = commands.filter((command) => !isMenu(command));
  return [...chatProblems(chats), ...menuProblems(menus), ...sizeProblems(commands)];
}

function isMenu(command: CommandJson): command is MenuCommandJson {
  return command.type === ApplicationCommandType.Message || command.type === ApplicationCommandType.User;
}

function chatProblems(commands: readonly ChatCommandJson[]): readonly string[] {
  const problems = [...repeatedNames(commands, 'commands')];
  if (commands.length > maxChatCommands) problems.push(`more than ${maxChatCommands} commands`);
  for (const command of commands) {
    problems.push(...textProblems(command, command.name));
    problems.push(...optionsProblems(command.options ?? [], command.name));
  }
  return problems;
}

/** Discord only limits the length of a name in a context menu. */
function menuProblems(commands: readonly MenuCommandJson[]): readonly string[] {
  const problems = [...repeatedNames(commands, 'message commands')];
  if (commands.length > maxMessageCommands) problems.push(`more than ${maxMessageCommands} message commands`);
  for (const command of commands) {
    for (const name of [command.name, ...Object.values(command.name_localizations ?? {})]) {
      const fits = name?.trim() && lengthOf(name) <= maxMenuNameCharacters;
      if (!fits) problems.push(`"${name}" is no menu name of 1 to ${maxMenuNameCharacters} characters`);
    }
  }
  return problems;
}

function sizeProblems(commands: readonly CommandJson[]): readonly string[] {
  const problems: string[] = [];
  for (const command of commands) {
    const characters = charactersOf(command);
    if (characters > maxCommandCharacters) {
      problems.push(`${command.name}: ${characters} characters altogether, of ${maxCommandCharacters}`);
    }
  }
  return problems;
}

function optionsProblems(options: readonly APIApplicationCommandOption[], place: string): readonly string[] {
  const problems = [...repeatedNames(options, place)];
  if (options.length > maxOptions) problems.push(`${place}: more than ${maxOptions} options`);
  const firstOptional = options.findIndex((option) => !option.required);
  if (firstOptional >= 0 && options.slice(firstOptional).some((option) => option.required)) {
    problems.push(`${place}: required options must come first`);
  }
  for (const option of options) {
    const at = `${place} ${option.name}`;
    problems.push(...textProblems(option, at), ...choiceProblems(option, at));
    if (option.type === ApplicationCommandOptionType.Subcommand) {
      problems.push(...optionsProblems(option.options ?? [], at));
    }
  }
  return problems;
}

function textProblems(texts: Texts, place: string): readonly string[] {
  const names = [texts.name, ...Object.values(texts.name_localizations ?? {})];
  const descriptions = [texts.description, ...Object.values(texts.description_localizations ?? {})];
  return [
    ...names
      .filter((name) => !name || !namePattern.test(name) || name !== name.toLowerCase())
      .map((name) => `${place}: "${name}" is no name of 1 to 32 lower-case characters`),
    ...descriptions
      .filter((description) => !description || lengthOf(description) > maxDescriptionCharacters)
      .map(() => `${place}: a description has not 1 to ${maxDescriptionCharacters} characters`),
  ];
}

function choiceProblems(option: APIApplicationCommandOption, place: string): readonly string[] {
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  const problems = [...repeatedNames(choices, place)];
  if (choices.length > maxChoices) problems.push(`${place}: more than ${maxChoices} choices`);
  for (const choice of choices) {
    const labels = [choice.name, ...Object.values(choice.name_localizations ?? {})];
    if (labels.some((label) => !label || lengthOf(label) > maxChoiceNameCharacters)) {
      problems.push(`${place}: a choice's name has not 1 to ${maxChoiceNameCharacters} characters`);
    }
    if (typeof choice.value === 'string' && lengthOf(choice.value) > maxChoiceNameCharacters) {
      problems.push(`${place}: a choice's value has more than ${maxChoiceNameCharacters} characters`);
    }
  }
  return problems;
}

function repeatedNames(named: readonly { readonly name: string }[], place: string): readonly string[] {
  const groups = Map.groupBy(named, ({ name }) => name);
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([name]) => `${place}: "${name}" stands twice`);
}

/** Names, descriptions and choice values, each in its longest language. */
function charactersOf(command: CommandJson | APIApplicationCommandOption): number {
  let sum = longest(command.name, command.name_localizations);
  if ('description' in command) sum += longest(command.description, command.description_localizations);
  for (const choice of 'choices' in command ? (command.choices ?? []) : []) {
    sum += longest(choice.name, choice.name_localizations) + lengthOf(String(choice.value));
  }
  for (const option of 'options' in command ? (command.options ?? []) : []) sum += charactersOf(option);
  return sum;
}

function longest(
  text: string,
  localised: Readonly<Record<string, string | null>> | null | undefined,
): number {
  return Math.max(...[text, ...Object.values(localised ?? {})].map((each) => lengthOf(each ?? '')));
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

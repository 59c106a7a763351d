import type {
  Application,
  ApplicationCommand,
  Choice,
  CommandIndex,
  CommandOption,
} from '../wire/command.ts';
import { optionTypes } from '../wire/command.ts';

/** One thing that can be picked after `/`: a command, or a subcommand with its path. */
export interface CommandEntry {
  /** Stable key: command id and path. */
  readonly key: string;
  readonly command: ApplicationCommand;
  readonly application: Application | undefined;
  /** Names as the wire has them: command, group, subcommand. */
  readonly path: readonly string[];
  /** What the person reads, in their language: `video text`. */
  readonly label: string;
  readonly description: string;
  /** Required options first, in the order the command declares them. */
  readonly options: readonly CommandOption[];
}

type Localized = Readonly<Record<string, string>> | null | undefined;

/** Picks the wording for a language: the exact one, else the one of the same language, else the default. */
export function worded(fallback: string, localizations: Localized, locale: string): string {
  if (!localizations) return fallback;
  const exact = localizations[locale];
  if (exact) return exact;
  const language = locale.split('-', 1)[0];
  const related = Object.keys(localizations).find((key) => key.split('-', 1)[0] === language);
  return (related && localizations[related]) || fallback;
}

export function choiceLabel(choice: Choice, locale: string): string {
  return worded(choice.name_localized ?? choice.name, choice.name_localizations, locale);
}

export function optionLabel(option: CommandOption, locale: string): string {
  return worded(option.name, option.name_localizations, locale);
}

export function optionDescription(option: CommandOption, locale: string): string {
  return worded(option.description, option.description_localizations, locale);
}

/** Flattens the index of chat commands into what can be picked, in the order the applications declare them. */
export function catalogOf(index: CommandIndex, locale: string): readonly CommandEntry[] {
  return index.application_commands
    .filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => {
      const application = index.applications.find(({ id }) => id === command.application_id);
      return entriesOf(command, application, locale);
    });
}

function entriesOf(
  command: ApplicationCommand,
  application: Application | undefined,
  locale: string,
): CommandEntry[] {
  const label = worded(command.name, command.name_localizations, locale);
  const branches = (command.options ?? []).filter(isBranch);
  if (branches.length === 0) {
    const description = worded(command.description, command.description_localizations, locale);
    return [entryOf(command, application, [command.name], label, description, command.options ?? [])];
  }
  return branches.flatMap((branch) => {
    const branchLabel = `${label} ${optionLabel(branch, locale)}`;
    if (branch.type === optionTypes.subcommand) {
      return [
        entryOf(
          command,
          application,
          [command.name, branch.name],
          branchLabel,
          optionDescription(branch, locale),
          branch.options ?? [],
        ),
      ];
    }
    return (branch.options ?? []).map((leaf) =>
      entryOf(
        command,
        application,
        [command.name, branch.name, leaf.name],
        `${branchLabel} ${optionLabel(leaf, locale)}`,
        optionDescription(leaf, locale),
        leaf.options ?? [],
      ),
    );
  });
}

function entryOf(
  command: ApplicationCommand,
  application: Application | undefined,
  path: readonly string[],
  label: string,
  description: string,
  options: readonly CommandOption[],
): CommandEntry {
  return {
    key: `${command.id}:${path.join(' ')}`,
    command,
    application,
    path,
    label,
    description,
    options: [...options].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false)),
  };
}

function isBranch(option: CommandOption): boolean {
  return option.type === optionTypes.subcommand || option.type === optionTypes.group;
}

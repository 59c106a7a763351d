import { worded } from '../composer/command-catalog.ts';
import type { CommandPayload } from '../composer/payload.ts';
import type { ApplicationCommand, CommandIndex } from '../wire/command.ts';
import type { CommandTarget } from '../wire/message.ts';

/** A command of a context menu as the person reads it. */
export interface MenuCommand {
  readonly command: ApplicationCommand;
  readonly label: string;
  readonly applicationName: string;
}

/** The commands of one context menu: those for users (type 2) or for messages (type 3), by name. */
export function menuCommandsOf(index: CommandIndex, type: 2 | 3, locale: string): readonly MenuCommand[] {
  return index.application_commands
    .filter((command) => command.type === type)
    .map((command) => ({
      command,
      label: worded(command.name, command.name_localizations, locale),
      applicationName: index.applications.find(({ id }) => id === command.application_id)?.name ?? '',
    }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** The interaction of a context-menu command on a message or user. */
export function targetPayload({ command }: MenuCommand, target: CommandTarget): CommandPayload {
  return {
    data: {
      version: command.version,
      id: command.id,
      ...(command.guild_id && { guild_id: command.guild_id }),
      name: command.name,
      type: command.type ?? 1,
      target_id: target.kind === 'user' ? target.user.id : target.message.id,
      options: [],
      attachments: [],
    },
    files: [],
  };
}

import type { BaseInteraction } from 'discord.js';
import type * as edge from '../../src/discord/command.ts';
import { encodeCustomId } from '../../src/discord/layout.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { CommandName, CommandOptions, Words } from '../../src/words/index.ts';

export type { Choice } from '../../src/discord/command.ts';

/** The edge's types with our words: a command or an option without words doesn't compile. */
export type CallFrame = edge.CallFrame<Words>;
export type AutocompleteCall = edge.AutocompleteCall<Words>;
export type ButtonRoute = edge.ButtonRoute<Words>;
export type SelectRoute = edge.SelectRoute<Words>;
export type ModalRoute = edge.ModalRoute<Words>;

/** An option with words in `Command`, or in any command by default. */
export type CommandOption<Name extends string = CommandOptions[CommandName]> = edge.CommandOption & {
  readonly name: Name;
};

type PathOf<Name extends string> = Name extends `${infer Command} ${infer Subcommand}`
  ? readonly [Command, Subcommand]
  : readonly [Name];

/** A command by its name in the words, `video text`, with the options that have words. */
export interface ChatCommand<Name extends CommandName = CommandName> extends edge.ChatCommand<Words> {
  readonly path: PathOf<Name>;
  readonly options: readonly CommandOption<CommandOptions[Name]>[];
}

export interface MessageCommand<Name extends CommandName = CommandName> extends edge.MessageCommand<Words> {
  readonly name: Name;
}

export interface FeatureSurface extends edge.FeatureSurface<Words> {
  readonly commands: readonly ChatCommand[];
  readonly messageCommands?: readonly MessageCommand[];
}

type Opening = Pick<ModalRoute, 'feature' | 'action'> & { readonly id: string };

/** The `custom_id` of a form that only this person in this server can send. */
export function ownFormId({ user, guildId }: BaseInteraction<'cached'>, { id, ...form }: Opening): string {
  return encodeCustomId({ ...form, id: `${id}.${user.id}.${guildId}` });
}

/** A form that nobody else can send. Its handler gets the id that it was opened with. */
export function ownForm(route: ModalRoute): ModalRoute {
  return {
    ...route,
    run: async (call) => {
      const { user, guildId } = call.interaction;
      const owner = `.${user.id}.${guildId}`;
      if (!call.id.endsWith(owner)) throw new Refusal({ code: 'control-expired' });
      await route.run({ ...call, id: call.id.slice(0, -owner.length) });
    },
  };
}

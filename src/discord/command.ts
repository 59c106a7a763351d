import type {
  AnySelectMenuInteraction,
  APIApplicationCommandAttachmentOption,
  APIApplicationCommandChannelOption,
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Guard } from './guards.ts';
import type { EdgeWords } from './words/index.ts';

/**
 * What a file may be: a group of endings, or one ending. Discord looks at a file's name alone, so what is in it is
 * looked at again. A list of endings needs `.jpg` for pictures, and `.mp4` and `.mov` for videos: phones name them so.
 */
export type FileType = NonNullable<APIApplicationCommandAttachmentOption['file_types']>[number];

/** Which channels an option offers. */
type OptionChannelType = NonNullable<APIApplicationCommandChannelOption['channel_types']>[number];

interface OptionFrame {
  /** Wire name; its localised name and description come from `words.commands`. */
  readonly name: string;
  readonly required?: boolean;
}

export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  /** Shown as it is when it reads the same in every language (`16:9`); otherwise localised by `words.choices`. */
  readonly label: string;
}

/** One option of a slash command, as data. The limits are Discord's client-side ones and are checked again here. */
export type CommandOption = OptionFrame &
  (
    | {
        readonly kind: 'string';
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly choices?: readonly Choice<string>[];
        readonly autocomplete?: boolean;
      }
    | {
        readonly kind: 'integer' | 'number';
        readonly min?: number;
        readonly max?: number;
        readonly choices?: readonly Choice<number>[];
        readonly autocomplete?: boolean;
      }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'attachment'; readonly fileTypes?: readonly FileType[] }
    | { readonly kind: 'role' }
    | { readonly kind: 'channel'; readonly types: readonly OptionChannelType[] }
  );

/** What every handler is given besides its interaction. `Words`: everything that the program says, in one language. */
export interface CallFrame<Words extends EdgeWords = EdgeWords> {
  /** In the language of the person who acts: for private answers. */
  readonly words: Words;
  /** In the language of the guild: for what everybody sees. */
  readonly publicWords: Words;
  /** Short id that stands in the log and in whatever the person is told. */
  readonly reference: string;
  /** When it reached us, in epoch milliseconds of this machine. */
  readonly receivedAt: number;
  readonly log: Logger;
}

interface CommandCall<Words extends EdgeWords = EdgeWords> extends CallFrame<Words> {
  /** Already deferred, publicly or privately as the command says, unless it opens a modal. */
  readonly interaction: ChatInputCommandInteraction<'cached'>;
}

export interface AutocompleteCall<Words extends EdgeWords = EdgeWords> extends CallFrame<Words> {
  readonly interaction: AutocompleteInteraction<'cached'>;
  readonly focused: { readonly name: string; readonly value: string };
}

/** One slash command or subcommand. Commands that share `path[0]` are registered as one with subcommands. */
export interface ChatCommand<Words extends EdgeWords = EdgeWords> {
  readonly path: readonly [command: string] | readonly [command: string, subcommand: string];
  readonly options: readonly CommandOption[];
  readonly guards: readonly Guard[];
  /** False: it cannot work with the operator's settings, so Discord is not told of it. */
  readonly offered?: boolean;
  readonly reply: 'public' | 'private';
  /** What one person asks of commands with the same line is run in the order in which they asked. */
  readonly line?: string;
  /** True where it's answered with a modal: then nothing is deferred, and `run` shows it within 3 s. */
  opensModal?(interaction: ChatInputCommandInteraction<'cached'>): boolean;
  run(call: CommandCall<Words>): Promise<void>;
  /** At most 25 entries are sent; must answer inside 3 s and cannot be deferred. */
  autocomplete?(call: AutocompleteCall<Words>): Promise<readonly Choice[]>;
}

/**
 * A command in the context menu of a message. Its `name` is what Discord calls it, the key of its words, and the name in
 * the English ones: 1 to 32 characters, any case, spaces allowed. It has no description and no options.
 */
export interface MessageCommand<Words extends EdgeWords = EdgeWords> {
  readonly name: string;
  readonly guards: readonly Guard[];
  /** As of a chat command. */
  readonly offered?: boolean;
  /** `modal`: nothing is deferred, and the handler answers with a modal within 3 s. Otherwise deferred before `run`. */
  readonly reply: 'public' | 'private' | 'modal';
  /** As of a chat command. */
  readonly line?: string;
  /** The message is `interaction.targetMessage`: with its text and files, although the bot has no intent to read them. */
  run(
    call: CallFrame<Words> & { readonly interaction: MessageContextMenuCommandInteraction<'cached'> },
  ): Promise<void>;
}

/**
 * What the dispatcher answers to a control before `run`: `update` (deferUpdate), `public` or `private` (a deferral of a
 * new message, for everybody or for the person only), or `none` (the handler answers itself, for example with a modal).
 */
export type Acknowledge = 'update' | 'public' | 'private' | 'none';

/**
 * A button whose `custom_id` is `<feature>:<action>:<id>`; it works after a restart because all it needs is in there.
 */
export interface ButtonRoute<Words extends EdgeWords = EdgeWords> {
  readonly feature: string;
  readonly action: string;
  readonly acknowledge: Acknowledge;
  readonly guards: readonly Guard[];
  run(
    call: CallFrame<Words> & { readonly interaction: ButtonInteraction<'cached'>; readonly id: string },
  ): Promise<void>;
}

/** A menu of texts, channels or roles to choose from, whose `custom_id` is `<feature>:<action>:<id>`; as durable as a button. */
export interface SelectRoute<Words extends EdgeWords = EdgeWords> {
  readonly feature: string;
  readonly action: string;
  readonly acknowledge: Acknowledge;
  readonly guards: readonly Guard[];
  run(
    call: CallFrame<Words> & {
      readonly interaction: AnySelectMenuInteraction<'cached'>;
      readonly id: string;
      /** What was chosen, in the order of the menu: texts, or ids. */
      readonly values: readonly string[];
    },
  ): Promise<void>;
}

/**
 * A modal whose `custom_id` is `<feature>:<action>:<id>`; deferred publicly or privately before `run`. The id may be
 * anything that `encodeCustomId` takes, colons included: a modal opened from a message carries what it needs in there.
 */
export interface ModalRoute<Words extends EdgeWords = EdgeWords> {
  readonly feature: string;
  readonly action: string;
  readonly reply: 'public' | 'private';
  readonly guards: readonly Guard[];
  run(
    call: CallFrame<Words> & { readonly interaction: ModalSubmitInteraction<'cached'>; readonly id: string },
  ): Promise<void>;
}

/** Everything that a feature offers to people. */
export interface FeatureSurface<Words extends EdgeWords = EdgeWords> {
  readonly commands: readonly ChatCommand<Words>[];
  readonly messageCommands?: readonly MessageCommand<Words>[];
  readonly buttons: readonly ButtonRoute<Words>[];
  readonly selects?: readonly SelectRoute<Words>[];
  readonly modals: readonly ModalRoute<Words>[];
}

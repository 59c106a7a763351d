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
 * The file types an option takes: a group of endings, or one ending. Discord only looks at the name, so the content is
 * checked later. A list of endings needs `.jpg` for pictures, and `.mp4` and `.mov` for videos, because phones use
 * those.
 */
export type FileType = NonNullable<APIApplicationCommandAttachmentOption['file_types']>[number];

/** Which channels an option offers. */
type OptionChannelType = NonNullable<APIApplicationCommandChannelOption['channel_types']>[number];

interface OptionFrame {
  /** The wire name. Its localised name and description are in `words.commands`. */
  readonly name: string;
  readonly required?: boolean;
}

export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  /** Shown as it is if it's the same in every language (`16:9`); otherwise localised in `words.choices`. */
  readonly label: string;
}

/** An option of a slash command, as data. The limits are Discord's client-side ones and are checked again here. */
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

/** What every handler gets besides its interaction. `Words`: everything the bot says, in one language. */
export interface CallFrame<Words extends EdgeWords = EdgeWords> {
  /** In the person's language, for private answers. */
  readonly words: Words;
  /** In the guild's language, for what everybody sees. */
  readonly publicWords: Words;
  /** Short id that's in the log and in what the person is told. */
  readonly reference: string;
  /** When it arrived, in epoch milliseconds of this machine. */
  readonly receivedAt: number;
  readonly log: Logger;
}

interface CommandCall<Words extends EdgeWords = EdgeWords> extends CallFrame<Words> {
  /** Already deferred, publicly or privately as the command wants, unless it opens a modal. */
  readonly interaction: ChatInputCommandInteraction<'cached'>;
}

export interface AutocompleteCall<Words extends EdgeWords = EdgeWords> extends CallFrame<Words> {
  readonly interaction: AutocompleteInteraction<'cached'>;
  readonly focused: { readonly name: string; readonly value: string };
}

/** A slash command or subcommand. Commands with the same `path[0]` are registered as one with subcommands. */
export interface ChatCommand<Words extends EdgeWords = EdgeWords> {
  readonly path: readonly [command: string] | readonly [command: string, subcommand: string];
  readonly options: readonly CommandOption[];
  readonly guards?: readonly Guard[];
  /** False: it can't work with the owner's settings, so it isn't registered. */
  readonly offered?: boolean;
  readonly reply: 'public' | 'private';
  /** One person's commands with the same line run in the order they were used. */
  readonly line?: string;
  /** True if it answers with a modal. Then nothing is deferred, and `run` has 3 s to show it. */
  opensModal?(interaction: ChatInputCommandInteraction<'cached'>): boolean;
  run(call: CommandCall<Words>): Promise<void>;
  /** Up to 25 entries are sent. Must answer within 3 s and can't be deferred. */
  autocomplete?(call: AutocompleteCall<Words>): Promise<readonly Choice[]>;
}

/**
 * A command in a message's context menu. `name` is Discord's name for it, the key of its words, and its English name: 1
 * to 32 characters, any case, spaces allowed. It has no description and no options.
 */
export interface MessageCommand<Words extends EdgeWords = EdgeWords> {
  readonly name: string;
  readonly guards?: readonly Guard[];
  /** Like for a chat command. */
  readonly offered?: boolean;
  /** `modal`: nothing is deferred, and the handler has 3 s to show a modal. The others are deferred before `run`. */
  readonly reply: 'public' | 'private' | 'modal';
  /** Like for a chat command. */
  readonly line?: string;
  /**
   * The message is `interaction.targetMessage`, with its text and files even though the bot has no intent to read them.
   */
  run(
    call: CallFrame<Words> & { readonly interaction: MessageContextMenuCommandInteraction<'cached'> },
  ): Promise<void>;
}

/**
 * What the dispatcher answers to a control before `run`: `update` (deferUpdate), `public` or `private` (a deferred new
 * message, for everybody or only the person), or `none` (the handler answers, such as with a modal).
 */
export type Acknowledge = 'update' | 'public' | 'private' | 'none';

/** A control whose `custom_id` is `<feature>:<action>:<id>`. It has everything it needs in there, so it works after a restart. */
export interface ControlRoute {
  readonly feature: string;
  readonly action: string;
  readonly guards?: readonly Guard[];
}

export interface ButtonRoute<Words extends EdgeWords = EdgeWords> extends ControlRoute {
  readonly acknowledge: Acknowledge;
  run(
    call: CallFrame<Words> & { readonly interaction: ButtonInteraction<'cached'>; readonly id: string },
  ): Promise<void>;
}

/** A menu of texts, channels or roles. */
export interface SelectRoute<Words extends EdgeWords = EdgeWords> extends ControlRoute {
  readonly acknowledge: Acknowledge;
  run(
    call: CallFrame<Words> & {
      readonly interaction: AnySelectMenuInteraction<'cached'>;
      readonly id: string;
      /** The chosen texts or ids, in the menu's order. */
      readonly values: readonly string[];
    },
  ): Promise<void>;
}

/**
 * A modal, deferred publicly or privately before `run`. The id can be anything that `encodeCustomId` takes, including
 * colons, so a modal opened from a message carries what it needs.
 */
export interface ModalRoute<Words extends EdgeWords = EdgeWords> extends ControlRoute {
  /** `update`: the message that it was opened from changes. */
  readonly reply: 'public' | 'private' | 'update';
  run(
    call: CallFrame<Words> & { readonly interaction: ModalSubmitInteraction<'cached'>; readonly id: string },
  ): Promise<void>;
}

/** Everything that a feature offers people. */
export interface FeatureSurface<Words extends EdgeWords = EdgeWords> {
  readonly commands: readonly ChatCommand<Words>[];
  readonly messageCommands?: readonly MessageCommand<Words>[];
  readonly buttons: readonly ButtonRoute<Words>[];
  readonly selects?: readonly SelectRoute<Words>[];
  readonly modals: readonly ModalRoute<Words>[];
}

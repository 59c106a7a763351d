/** An option's name and description in one language, and its choices' labels by value. */
export interface OptionWords {
  /** 1 to 32 lower-case characters, which Discord requires of option names in every language. */
  readonly name: string;
  /** 1 to 100 characters. */
  readonly description: string;
  /** Labels by choice value. If a value is missing here, it keeps the label from the command's data. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What's shown for something with this value, including `true` and `false`; nothing if it's missing here. */
  readonly shown?: Readonly<Record<string, string>>;
}

/**
 * The name and description of a command (`video`) or subcommand (`video text`) in one language. `name` is only the last
 * word. Options are keyed by wire name. A context menu command only has a name.
 */
export interface CommandWords {
  readonly name: string;
  readonly description?: string;
  readonly options?: Readonly<Record<string, OptionWords>>;
}

/** The words of commands, by path: `video`, `video text`. */
export type CommandsWords = Readonly<Record<string, CommandWords>>;

/** The names of each command's options; `never` if it has none. */
export type OptionsOf<Commands> = {
  readonly [Name in keyof Commands]: Commands[Name] extends { readonly options: infer Options }
    ? keyof Options & string
    : never;
};

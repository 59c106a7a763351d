/** How one option is called and explained in one language, and the labels of its choices by value. */
export interface OptionWords {
  /** 1 to 32 lower-case characters, as Discord asks of option names in every language. */
  readonly name: string;
  /** 1 to 100 characters. */
  readonly description: string;
  /** Label by choice value; a value that is missing here keeps the label of the command's own data. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What is said of a thing that has this value, `true` and `false` included; nothing for a value that is missing here. */
  readonly shown?: Readonly<Record<string, string>>;
}

/**
 * How one command (`video`) or subcommand (`video text`) is called and explained in one language. `name` is the last
 * word only. Options are keyed by their wire name. A command in a message's context menu has a name and nothing else.
 */
export interface CommandWords {
  readonly name: string;
  readonly description?: string;
  readonly options?: Readonly<Record<string, OptionWords>>;
}

/** The words of commands, by what they're called: `video`, `video text`. */
export type CommandsWords = Readonly<Record<string, CommandWords>>;

/** The names of each command's options; `never` for none. */
export type OptionsOf<Commands> = {
  readonly [Name in keyof Commands]: Commands[Name] extends { readonly options: infer Options }
    ? keyof Options & string
    : never;
};

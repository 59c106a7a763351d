/** Option types of application commands. */
export const optionTypes = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

export interface Choice {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string>> | null;
  readonly name_localized?: string;
  readonly value: string | number;
}

export interface CommandOption {
  readonly type: number;
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string>> | null;
  readonly description: string;
  readonly description_localizations?: Readonly<Record<string, string>> | null;
  readonly required?: boolean;
  readonly choices?: readonly Choice[];
  readonly options?: readonly CommandOption[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly autocomplete?: boolean;
  /** What an attachment may be: groups (`image`) and endings (`.pdf`). */
  readonly file_types?: readonly string[];
}

export interface ApplicationCommand {
  readonly id: string;
  /** 1 chat input, 2 user, 3 message. */
  readonly type?: number;
  readonly application_id: string;
  readonly guild_id?: string;
  readonly version: string;
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string>> | null;
  readonly description: string;
  readonly description_localizations?: Readonly<Record<string, string>> | null;
  readonly options?: readonly CommandOption[];
}

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | null;
  readonly bot?: { readonly id: string; readonly username: string; readonly avatar?: string | null };
}

/** Answer of `GET /guilds/{id}/application-command-index` and its channel twin. */
export interface CommandIndex {
  readonly applications: readonly Application[];
  readonly application_commands: readonly ApplicationCommand[];
}

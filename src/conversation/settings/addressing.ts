/** When the bot answers in a room of several. */
export interface AddressingSettings {
  /** `auto`: alone with one person always, with several by name. A moderator may set the others. */
  readonly mode: 'auto' | 'always' | 'by-name';
  /** What it answers to; the first is how it is called. */
  readonly names: readonly string[];
  /** How long a person needs no name after the bot answered them, in milliseconds. */
  readonly followUpMs: number;
}

export const usualAddressing: Omit<AddressingSettings, 'names'> = { mode: 'auto', followUpMs: 8_000 };

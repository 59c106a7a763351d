/** When the bot answers if there are several people. */
export interface AddressingSettings {
  /** `auto`: always if it's alone with one person, by name if there are several. A moderator can set the others. */
  readonly mode: 'auto' | 'always' | 'by-name';
  /** The names it answers to; the first one is its own. */
  readonly names: readonly string[];
  /** How long a person doesn't need the name after the bot answered them, in milliseconds. */
  readonly followUpMs: number;
}

export const usualAddressing: Omit<AddressingSettings, 'names'> = { mode: 'auto', followUpMs: 8_000 };

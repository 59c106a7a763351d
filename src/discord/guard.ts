import type { RepliableInteraction } from 'discord.js';

/**
 * A condition that holds before a handler runs, as a value. It rejects with a `Refusal`, or resolves.
 * The ready-made ones live in `guards.ts`.
 */
export interface Guard {
  readonly name: string;
  check(interaction: RepliableInteraction): Promise<void> | void;
}

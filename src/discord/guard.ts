import type { BaseInteraction } from 'discord.js';

/**
 * A condition that holds before a handler runs, as a value. It rejects with a `Refusal`, or resolves.
 * The ready-made ones live in `guards.ts`.
 */
export interface Guard {
  readonly name: string;
  /** About the person: whom it refuses gets no suggestions either. */
  readonly ofPerson?: boolean;
  check(interaction: BaseInteraction): Promise<void> | void;
}

import type { BaseInteraction, RepliableInteraction } from 'discord.js';

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

/**
 * Runs guards in order as far as they answer at once, and throws the first refusal. What is left, from the first guard
 * that needs time, is awaited by the returned function: the interaction is deferred in between, because Discord waits
 * three seconds only.
 */
export function beginGuards(
  guards: readonly Guard[],
  interaction: RepliableInteraction,
): () => Promise<void> {
  for (const [index, guard] of guards.entries()) {
    const answer = guard.check(interaction);
    if (!answer) continue;
    // Held as a value, so that a rejection before somebody awaits it is not taken for an unhandled one.
    const settled = answer.then(
      () => ({ passed: true }) as const,
      (reason: unknown) => ({ passed: false, reason }) as const,
    );
    return async () => {
      const outcome = await settled;
      if (!outcome.passed) throw outcome.reason;
      for (const later of guards.slice(index + 1)) await later.check(interaction);
    };
  }
  return async () => {};
}

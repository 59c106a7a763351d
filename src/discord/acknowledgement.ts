import { DiscordAPIError, DiscordjsError, HTTPError, MessageFlags, RateLimitError } from 'discord.js';

/** What of an interaction is needed to answer it "in a moment". */
export interface Deferrable {
  deferReply(options: { flags?: MessageFlags.Ephemeral }): Promise<unknown>;
}

export interface UpdateDeferrable {
  deferUpdate(): Promise<unknown>;
}

/** "… is thinking", for everybody or for the person only. */
export async function deferReply(interaction: Deferrable, how: 'public' | 'private'): Promise<void> {
  await surely(() => interaction.deferReply(how === 'private' ? { flags: MessageFlags.Ephemeral } : {}));
}

/** Takes note of a control, and leaves its message as it is. */
export async function deferUpdate(interaction: UpdateDeferrable): Promise<void> {
  await surely(() => interaction.deferUpdate());
}

/**
 * discord.js repeats after some broken connections and not after others; a deferral is worth a second attempt after
 * each. That the first one may have arrived is dealt with in `first-answers.ts`.
 */
async function surely(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isAnswer(error)) throw error;
    await send();
  }
}

/** Discord said something, or discord.js did without asking it: no broken connection. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError ||
    error instanceof HTTPError ||
    error instanceof RateLimitError ||
    error instanceof DiscordjsError
  );
}

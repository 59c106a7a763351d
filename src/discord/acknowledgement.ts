import {
  DiscordAPIError,
  DiscordjsError,
  HTTPError,
  MessageFlags,
  RateLimitError,
  RESTJSONErrorCodes,
} from 'discord.js';

/** What of an interaction is needed to answer it "in a moment"; discord.js keeps the three facts itself. */
export interface Deferrable {
  deferred: boolean;
  ephemeral: boolean | null;
  deferReply(options: { flags?: MessageFlags.Ephemeral }): Promise<unknown>;
}

export interface UpdateDeferrable {
  deferred: boolean;
  deferUpdate(): Promise<unknown>;
}

/** "… is thinking", for everybody or for the person only. */
export async function deferReply(interaction: Deferrable, how: 'public' | 'private'): Promise<void> {
  const isPrivate = how === 'private';
  await surely(
    () => interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {}),
    () => {
      interaction.deferred = true;
      interaction.ephemeral = isPrivate;
    },
  );
}

/** Takes note of a button, and leaves its message as it is. */
export async function deferUpdate(interaction: UpdateDeferrable): Promise<void> {
  await surely(
    () => interaction.deferUpdate(),
    () => {
      interaction.deferred = true;
    },
  );
}

/**
 * When the connection broke before Discord's answer came, Discord may have taken the deferral or not: it is sent again,
 * and "already acknowledged" then means that the first one arrived. At the first attempt it means that another process
 * answers, and this one must not.
 */
async function surely(send: () => Promise<unknown>, wasTaken: () => void): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isAnswer(error)) throw error;
    try {
      await send();
    } catch (again) {
      const taken =
        again instanceof DiscordAPIError &&
        again.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
      if (!taken) throw again;
      wasTaken();
    }
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

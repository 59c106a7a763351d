import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { type Attempt, UntilDone } from '../operations/until-done.ts';

type Registered = 'registered' | 'not registered';

/**
 * Registers the commands, retrying until it works. Discord still has the previous ones, so a failure must not keep the
 * bot from working.
 */
export class Registering extends UntilDone<Registered> {
  readonly #parts;

  constructor(parts: {
    readonly register: () => Promise<unknown>;
    /** The only server they go to. Default: all. */
    readonly guildId?: string | undefined;
    /** The link for adding the bot to a server. */
    readonly invite: string;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    super(parts.clock);
    this.#parts = parts;
  }

  protected override async attempt(before: number): Promise<Attempt<Registered>> {
    const { register, log } = this.#parts;
    try {
      await register();
      if (before > 0) log.info('the commands are registered now');
      return { outcome: 'registered', isDone: true };
    } catch (error) {
      if (before === 0) this.#log(error);
      return { outcome: 'not registered', isDone: false };
    }
  }

  #log(error: unknown): void {
    const { guildId, invite, log } = this.#parts;
    const isShutOut = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingAccess;
    if (guildId && isShutOut) {
      log.error(
        { err: error, guildId, invite },
        "can't register the commands: the bot isn't in the server of DISCORD_GUILD_ID, or was added without " +
          'applications.commands. Add it with the invite link. Trying again until it works',
      );
    } else {
      log.error(
        { err: error },
        "couldn't register the commands; those of before stay. Trying again until it works",
      );
    }
  }
}

import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';

interface RegisteringParts {
  readonly register: () => Promise<unknown>;
  /** The one server they go to; to all when absent. */
  readonly guildId?: string | undefined;
  /** Where people add the bot to a server. */
  readonly invite: string;
  readonly clock: Clock;
  readonly log: Logger;
}

const firstPauseMs = 30_000;
const longestPauseMs = 10 * 60_000;

/**
 * Registers the commands, again and again until it works: Discord still has those of before, so whatever is in the way must
 * not keep the bot from working.
 */
export class Registering {
  /** Of the first attempt. */
  readonly outcome: Promise<'registered' | 'not registered'>;
  readonly #parts: RegisteringParts;
  readonly #stop = new AbortController();
  readonly #tell: (outcome: 'registered' | 'not registered') => void;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: RegisteringParts) {
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<'registered' | 'not registered'>();
    this.outcome = promise;
    this.#tell = resolve;
  }

  open(): void {
    this.#running = this.#run().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { register, clock, log } = this.#parts;
    for (let attempts = 0; ; attempts += 1) {
      try {
        await register();
        if (attempts > 0) log.info('the commands are registered now');
        this.#tell('registered');
        return;
      } catch (error) {
        if (attempts === 0) this.#log(error);
        this.#tell('not registered');
      }
      await clock.sleep(Math.min(firstPauseMs * 2 ** attempts, longestPauseMs), this.#stop.signal);
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

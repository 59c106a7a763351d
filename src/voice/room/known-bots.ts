import type { Logger } from 'pino';
import { BoundedMap } from '../../operations/bounded-map.ts';

/** How many members to ask for at a time, in a guild that the client doesn't remember. */
const mostQuestions = 20;
/** How many people are remembered. */
const mostPeople = 10_000;

interface Account {
  readonly bot: boolean;
}

/** The parts of a discord.js client that we use. */
interface AccountsOfClient {
  readonly user: { readonly id: string } | null;
  readonly users: { readonly cache: { get(userId: string): Account | undefined } };
}

/** The parts of its guilds that we use. */
interface AccountsOfGuild {
  readonly id: string;
  readonly members: {
    readonly cache: { get(userId: string): { readonly user: Account } | undefined };
    fetch(userId: string): Promise<{ readonly user: Account }>;
  };
}

/**
 * Who in the voice channels is a bot. Members are only cached for a while, and a voice state doesn't say. Unknown ones
 * are asked for once, and count as people until then.
 */
export class KnownBots {
  readonly #client: AccountsOfClient;
  readonly #log: Logger;
  readonly #bots = new Set<string>();
  readonly #people = new BoundedMap<string, true>(mostPeople);
  readonly #asked = new Set<string>();
  readonly #listeners = new Set<(guildId: string) => void>();

  constructor(client: AccountsOfClient, log: Logger) {
    this.#client = client;
    this.#log = log;
  }

  has(guild: AccountsOfGuild, userId: string): boolean {
    if (userId === this.#client.user?.id || this.#bots.has(userId)) return true;
    if (this.#people.has(userId)) return false;
    const user = guild.members.cache.get(userId)?.user ?? this.#client.users.cache.get(userId);
    if (user) return this.#learn(userId, user.bot);
    this.#ask(guild, userId);
    return false;
  }

  /** Called when a member turns out to be a bot. Returns a function that stops listening. */
  onLearned(listener: (guildId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #learn(userId: string, isBot: boolean): boolean {
    if (isBot) this.#bots.add(userId);
    else this.#people.set(userId, true);
    return isBot;
  }

  #ask(guild: AccountsOfGuild, userId: string): void {
    if (this.#asked.has(userId) || this.#asked.size >= mostQuestions) return;
    this.#asked.add(userId);
    guild.members.fetch(userId).then(
      ({ user }) => {
        this.#asked.delete(userId);
        if (this.#learn(userId, user.bot)) for (const listener of this.#listeners) listener(guild.id);
      },
      (error: unknown) => {
        this.#asked.delete(userId);
        this.#learn(userId, false);
        this.#log.debug({ err: error, guildId: guild.id }, 'unknown member in a voice channel');
      },
    );
  }
}

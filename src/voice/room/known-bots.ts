import type { Logger } from 'pino';
import { BoundedMap } from '../../operations/bounded-map.ts';

/** Members that are asked for at a time, in a guild that the client does not remember. */
const mostQuestions = 20;
/** People that are remembered as such. */
const mostPeople = 10_000;

interface Account {
  readonly bot: boolean;
}

/** What is asked of a discord.js client. */
interface AccountsOfClient {
  readonly user: { readonly id: string } | null;
  readonly users: { readonly cache: { get(userId: string): Account | undefined } };
}

/** What is asked of a guild of it. */
interface AccountsOfGuild {
  readonly id: string;
  readonly members: {
    readonly cache: { get(userId: string): { readonly user: Account } | undefined };
    fetch(userId: string): Promise<{ readonly user: Account }>;
  };
}

/**
 * Which of those in voice channels are bots. Members are kept in memory for a while only, and a voice state does not say
 * it: who is not known is asked for once, and counts as a person until then.
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

  /** Called when a member turned out to be a bot. Returns how to stop listening. */
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

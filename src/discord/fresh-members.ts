import { type Client, DiscordAPIError, type GuildMember, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import { BoundedMap } from '../operations/bounded-map.ts';
import { type Clock, timedOut, withTimeout } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';

interface Asked {
  readonly at: number;
  readonly member: Promise<GuildMember | undefined>;
}

const freshMs = 60_000;
const patienceMs = 5_000;

/**
 * Members straight from Discord, at most a minute old. Without the members intent, nobody tells the bot when a role is
 * removed, so anything outside an interaction has to ask.
 */
export class FreshMembers {
  readonly #parts;
  readonly #asked: BoundedMap<string, Asked>;

  constructor(parts: {
    readonly client: Pick<Client, 'guilds'>;
    readonly clock: Clock;
    readonly log: Logger;
    /** How many to remember. */
    readonly most?: number;
  }) {
    this.#parts = parts;
    this.#asked = new BoundedMap(parts.most ?? 1_000);
  }

  /** How many are remembered now. */
  get size(): number {
    return this.#asked.size;
  }

  /** Undefined if they aren't in the guild. @throws {Refusal} `roles-unknown` if Discord doesn't say */
  async of(guildId: string, userId: string): Promise<GuildMember | undefined> {
    const { clock, log } = this.#parts;
    const key = `${guildId}/${userId}`;
    const asked = this.#known(key) ?? this.#ask(key, guildId, userId);
    try {
      const member = await withTimeout(asked.member, patienceMs, clock);
      if (member === timedOut) throw new Error("Discord didn't answer in time");
      return member;
    } catch (error) {
      log.warn({ err: error, guildId, userId }, "couldn't ask Discord for someone's roles");
      throw new Refusal({ code: 'roles-unknown' });
    }
  }

  /** People who used a command are known with the roles they have now; the others are asked for. @throws {Refusal} `roles-unknown` */
  async knownOrFresh(guildId: string, userId: string): Promise<GuildMember | undefined> {
    return (
      this.#parts.client.guilds.cache.get(guildId)?.members.cache.get(userId) ??
      (await this.of(guildId, userId))
    );
  }

  #known(key: string): Asked | undefined {
    const asked = this.#asked.get(key);
    return asked && this.#parts.clock.now() - asked.at < freshMs ? asked : undefined;
  }

  #ask(key: string, guildId: string, userId: string): Asked {
    const asked = { at: this.#parts.clock.now(), member: this.#fetch(guildId, userId) };
    this.#asked.set(key, asked);
    asked.member.catch(() => {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    });
    return asked;
  }

  async #fetch(guildId: string, userId: string): Promise<GuildMember | undefined> {
    const guild = this.#parts.client.guilds.cache.get(guildId);
    try {
      return await guild?.members.fetch({ user: userId, force: true });
    } catch (error) {
      if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMember)
        return undefined;
      throw error;
    }
  }
}

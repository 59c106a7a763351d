import { ChannelType, type Client, Events, type Guild, type GuildBasedChannel } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import type { Serves } from './guards.ts';
import { container, text } from './layout.ts';
import type { Messenger } from './messenger.ts';

export interface UninvitedParts {
  readonly client: Client;
  readonly messenger: Pick<Messenger, 'post'>;
  readonly serves: Serves;
  /** Why the bot goes, and who to ask, in the language of a guild. */
  readonly farewell: (locale: string) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

const leavesAtOnce = 2;
const firstRetryMs = 5_000;
const mostAttempts = 6;

/** Leaves the guilds that the bot isn't for: says why where it may, then goes. */
export class Uninvited {
  readonly #parts: UninvitedParts;
  readonly #rounds: Rounds;
  readonly #attempts = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(parts: UninvitedParts) {
    this.#parts = parts;
    const { clock, log } = parts;
    const name = 'guilds to leave';
    this.#rounds = new Rounds({
      name,
      clock,
      log,
      atOnce: leavesAtOnce,
      work: async (id) => await this.#part(id),
    });
  }

  /** Before logging in: each guild that the bot is in becomes available then, also those that invited it while it was down. */
  open(): void {
    const { client } = this.#parts;
    client.on(Events.GuildCreate, this.#look);
    client.on(Events.GuildAvailable, this.#look);
    this.#rounds.start();
  }

  async close(): Promise<void> {
    const { client } = this.#parts;
    client.off(Events.GuildCreate, this.#look);
    client.off(Events.GuildAvailable, this.#look);
    await this.#rounds.close();
  }

  readonly #look = ({ id, available }: Guild): void => {
    const { serves, clock } = this.#parts;
    if (available && !serves(id)) this.#rounds.schedule(id, clock.now());
  };

  async #part(id: string): Promise<number | undefined> {
    const { client, clock, log } = this.#parts;
    const guild = client.guilds.cache.get(id);
    if (!guild) return this.#done(id);
    if (!this.#told.has(id)) await this.#tell(guild);
    this.#told.add(id);
    try {
      await guild.leave();
      log.warn({ guildId: id }, "left a server that isn't in GUILD_ALLOW");
      return this.#done(id);
    } catch (error) {
      const attempts = (this.#attempts.get(id) ?? 0) + 1;
      this.#attempts.set(id, attempts);
      if (attempts < mostAttempts) return clock.now() + firstRetryMs * 2 ** attempts;
      log.error({ err: error, guildId: id }, "couldn't leave a server; its commands are refused");
      return this.#done(id);
    }
  }

  async #tell(guild: Guild): Promise<void> {
    const { messenger, farewell, log } = this.#parts;
    const channel = placeToSpeak(guild);
    if (!channel) return;
    const body = { components: [container([text(farewell(guild.preferredLocale))])] };
    await messenger.post(channel.id, body, `bye-${guild.id}`).catch((error: unknown) => {
      log.info({ err: error, guildId: guild.id }, "couldn't tell a server why the bot leaves");
    });
  }

  #done(id: string): undefined {
    this.#attempts.delete(id);
    this.#told.delete(id);
  }
}

/** Where Discord itself greets people, or the first text channel: of those that the bot may write in. */
function placeToSpeak(guild: Guild): GuildBasedChannel | undefined {
  const { me } = guild.members;
  const mayWrite = (channel: GuildBasedChannel | null) =>
    channel !== null && me !== null && channel.permissionsFor(me).has(['ViewChannel', 'SendMessages']);
  const channels = [...guild.channels.cache.values()]
    .filter((channel) => channel.type === ChannelType.GuildText)
    .toSorted((one, other) => one.position - other.position);
  return [guild.systemChannel, ...channels].find(mayWrite) ?? undefined;
}

import { ChannelType, type Client, Events, type Guild, type GuildBasedChannel } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import type { Serves } from './guards.ts';
import type { KnownGuilds } from './known-guilds.ts';
import { container, text } from './layout.ts';
import type { Messenger } from './messenger.ts';

const leavesAtOnce = 2;
const firstRetryMs = 5_000;
const mostAttempts = 6;

/**
 * Leaves guilds that the bot isn't for: says why if it can, then goes. Only new ones. In a guild where it has already
 * worked, it stays and refuses, so that one wrong digit in the list doesn't take it out of every server.
 */
export class Uninvited {
  readonly #parts;
  readonly #rounds: Rounds;
  readonly #attempts = new Map<string, number>();
  readonly #told = new Set<string>();
  /** The bot's guilds are known. */
  #begun = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly client: Client;
    readonly messenger: Pick<Messenger, 'post'>;
    readonly serves: Serves;
    /** The list behind `serves`, to report those that the bot isn't in. */
    readonly allowedIds?: readonly string[] | undefined;
    readonly known: KnownGuilds;
    /** Why the bot leaves and who to ask, in a guild's language. */
    readonly farewell: (locale: string) => string;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
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

  /** Call it before logging in. It only decides what to do once the bot's guilds are known. */
  async open(): Promise<void> {
    const { client, known } = this.#parts;
    await known.load();
    client.once(Events.ClientReady, this.#begin);
    client.on(Events.GuildCreate, this.#invited);
    client.on(Events.GuildAvailable, this.#look);
    client.on(Events.GuildDelete, this.#gone);
    this.#rounds.start();
  }

  async close(): Promise<void> {
    const { client } = this.#parts;
    client.off(Events.ClientReady, this.#begin);
    client.off(Events.GuildCreate, this.#invited);
    client.off(Events.GuildAvailable, this.#look);
    client.off(Events.GuildDelete, this.#gone);
    await this.#rounds.close();
    await this.#writing;
  }

  readonly #begin = (): void => this.#inOrder(async () => await this.#lookAtAll());

  async #lookAtAll(): Promise<void> {
    const { client, known, serves, allowedIds = [], log } = this.#parts;
    const { cache } = client.guilds;
    await known.begin([...cache.keys()], serves);
    this.#begun = true;
    for (const guild of cache.values()) this.#look(guild);
    const held = [...cache.values()].filter(({ id }) => !serves(id) && known.has(id));
    if (held.length > 0)
      log.error(
        { guildIds: held.map(({ id }) => id), names: held.map(({ name }) => name) },
        "GUILD_ALLOW doesn't have servers where the bot already works, so it stays there and refuses everything. " +
          'Add their ids to GUILD_ALLOW, or leave them: npm run leave',
      );
    const unknown = allowedIds.filter((id) => !cache.has(id));
    if (unknown.length > 0)
      log.warn({ guildIds: unknown }, "GUILD_ALLOW has servers that the bot isn't in; is there a typo?");
  }

  /** Also for a guild that invited the bot while it was away for a moment. */
  readonly #look = ({ id, available }: Guild): void => {
    const { serves, known } = this.#parts;
    if (!this.#begun) return;
    if (serves(id)) this.#inOrder(async () => await known.remember([id]));
    else if (available && !known.has(id)) this.#leaveSoon(id);
  };

  /** It counts as new now, whatever was there before. */
  readonly #invited = ({ id }: Guild): void => {
    const { serves, known } = this.#parts;
    if (serves(id)) this.#inOrder(async () => await known.remember([id]));
    else {
      this.#inOrder(async () => await known.forget(id));
      this.#leaveSoon(id);
    }
  };

  readonly #gone = ({ id }: Guild): void => this.#inOrder(async () => await this.#parts.known.forget(id));

  #leaveSoon(id: string): void {
    this.#rounds.schedule(id, this.#parts.clock.now());
  }

  #inOrder(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, "couldn't tell in which servers the bot works");
    });
  }

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

/** Where Discord greets new members, or the first text channel, among those the bot can write in. */
function placeToSpeak(guild: Guild): GuildBasedChannel | undefined {
  const { me } = guild.members;
  const mayWrite = (channel: GuildBasedChannel | null) =>
    channel !== null && me !== null && channel.permissionsFor(me).has(['ViewChannel', 'SendMessages']);
  const channels = [...guild.channels.cache.values()]
    .filter((channel) => channel.type === ChannelType.GuildText)
    .toSorted((one, other) => one.position - other.position);
  return [guild.systemChannel, ...channels].find(mayWrite) ?? undefined;
}

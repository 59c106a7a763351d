import type { Logger } from 'pino';
import { z } from 'zod';

export const knownGuildSchema = z.object({ since: z.number() });
export type KnownGuild = z.infer<typeof knownGuildSchema>;

/** Records by the id of the guild, and one that says that there are any. */
export interface KnownGuildShelf {
  entries(): AsyncIterable<readonly [id: string, value: KnownGuild]>;
  setMany(entries: Iterable<readonly [id: string, value: KnownGuild]>): Promise<void>;
  delete(id: string): Promise<boolean>;
}

export interface KnownGuildsParts {
  readonly shelf: KnownGuildShelf;
  /** The store had records before this start, of whatever kind. */
  readonly wasAtWork: boolean;
  readonly now: () => number;
  readonly log: Logger;
}

const kept = 'kept';

/** In which guilds the bot has worked. Outlives the process, so that after a restart new ones are told from old ones. */
export class KnownGuilds {
  readonly #parts: KnownGuildsParts;
  readonly #ids = new Set<string>();
  readonly #unwritten = new Set<string>();
  #isKept = false;

  constructor(parts: KnownGuildsParts) {
    this.#parts = parts;
  }

  /** @throws what the store throws: without it every guild would be new */
  async load(): Promise<void> {
    for await (const [id] of this.#parts.shelf.entries()) {
      if (id === kept) this.#isKept = true;
      else this.#ids.add(id);
    }
  }

  has(guildId: string): boolean {
    return this.#ids.has(guildId);
  }

  /**
   * Once all guilds are known that the bot is in at its start. Those that it's in no more are forgotten: invited anew, they're new.
   * A version before this one kept no such records; where it worked, it worked in all of them.
   */
  async begin(current: readonly string[], serves: (guildId: string) => boolean): Promise<void> {
    const { wasAtWork } = this.#parts;
    const here = new Set(current);
    for (const id of [...this.#ids]) if (!here.has(id)) await this.forget(id);
    const isFirst = !this.#isKept && wasAtWork;
    await this.remember(current.filter((id) => isFirst || serves(id)));
  }

  /** Never rejects; what couldn't be written is written with the next one. */
  async remember(guildIds: readonly string[]): Promise<void> {
    const { shelf, now, log } = this.#parts;
    for (const id of guildIds) if (!this.#ids.has(id)) this.#unwritten.add(id);
    for (const id of guildIds) this.#ids.add(id);
    if (this.#unwritten.size === 0 && this.#isKept) return;
    const written = [...this.#unwritten];
    const record = { since: now() };
    try {
      await shelf.setMany([...written, kept].map((id) => [id, record] as const));
      this.#isKept = true;
      for (const id of written) this.#unwritten.delete(id);
    } catch (error) {
      log.error({ err: error, guilds: written.length }, "couldn't record in which servers the bot works");
    }
  }

  /** Never rejects. */
  async forget(guildId: string): Promise<void> {
    this.#unwritten.delete(guildId);
    if (!this.#ids.delete(guildId)) return;
    await this.#parts.shelf.delete(guildId).catch((error: unknown) => {
      this.#parts.log.error({ err: error, guildId }, "couldn't record that the bot left a server");
    });
  }
}
